import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid, problem } from '../../http/problem.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { publish } from '../events/publish.ts'
import { advanceReceipts } from './deliver/queries.ts'
import { presentNotification } from './present-notification.ts'
import { findNotification, markRead, markSelected, type Selection } from './queries.ts'
import type { Mark, MarkManyBody, Notification } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>

/** Marks one of the user's own notifications as seen, read, archived or snoozed. */
export async function markNotification(
  deps: Needs,
  actor: Actor,
  id: string,
  { action, until }: { action: Mark; until?: string },
): Promise<Notification> {
  await mark(deps, actor, { ids: [id] }, action, until)
  const row = await findNotification(deps.db.workspace(actor.workspaceId), actor.workspaceId, id)
  if (!row?.in_app || row.user_id !== actor.userId) throw problem('notification_not_found')
  return presentNotification(deps.config, row)
}

/** Marks many at once: the given ids, or all matches. Ignores ids of other users. */
export async function markNotifications(
  deps: Needs,
  actor: Actor,
  { action, until, ids, category, thread_id: threadId, before }: MarkManyBody,
): Promise<{ changed: number }> {
  const selection = { ids, category, threadId, before: before ? new Date(before) : undefined }
  return { changed: await mark(deps, actor, selection, action, until) }
}

/** For the feature that answers questions: marks the notification and its copies, for everyone. */
export async function markAnswered(
  tx: Tx,
  workspaceId: number,
  notification: { id: string; threadId: string },
  now: Date,
): Promise<void> {
  await markRead(tx, workspaceId, notification, now)
  await advanceReceipts(tx, workspaceId, [notification.id], 'answered', now)
}

async function mark(
  deps: Needs,
  actor: Actor,
  selection: Selection,
  action: Mark,
  untilText: string | undefined,
): Promise<number> {
  requirePermission(actor, 'notifications:write')
  const { workspaceId, userId } = actor
  const now = deps.clock()
  const until = readSnoozeEnd(action, untilText, now)
  return deps.db.transaction(workspaceId, async (tx) => {
    const ids = await markSelected(tx, actor, selection, { action, now, until })
    if (ids.length === 0) return 0
    if (action === 'seen' || action === 'read') {
      await advanceReceipts(tx, workspaceId, ids, action, now)
    }
    await publish(tx, actor, {
      type: 'notification.updated',
      object: { type: 'notification', id: ids[0] as string },
      // Keeps the user's other windows in sync. For very many ids they reload the list instead.
      data: { action, until, ids: ids.length > 200 ? null : ids, count: ids.length },
      at: now,
      userId,
    })
    return ids.length
  })
}

function readSnoozeEnd(action: Mark, text: string | undefined, now: Date): Date | null {
  if (action !== 'snooze') return null
  if (text === undefined) throw invalid('until', 'is required to snooze')
  const until = new Date(text)
  if (until <= now) throw invalid('until', 'must be in the future')
  return until
}
