import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Service } from '../../feature.ts'
import { chooseThread } from '../threads/choose-thread.ts'
import type { Draft } from './prepare-notification.ts'
import { readBody, reportNonMember } from './read-body.ts'
import type { NotifyBody, NotifyReply } from './schemas.ts'
import { type SentNotification, sendNotifications } from './send-notifications.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'random' | 'queue' | 'config'>

/** Notifies a user. Responds when everything is durable; jobs do the external deliveries. */
export async function notify(
  deps: Needs,
  service: Service,
  actor: Actor,
  body: NotifyBody,
): Promise<NotifyReply> {
  const { input, adjusted } = await readBody(deps, service, actor, body)
  const draft = { deps, actor, input }
  const { workspaceId } = actor
  const { threadId } = body
  // A thread is locked until the commit, so its notifications don't share one with others.
  const sent =
    threadId === undefined
      ? await deps.db.group(workspaceId, sendGroup, draft)
      : await deps.db.transaction(workspaceId, async (tx) => {
          input.threadId = await chooseThread(tx, actor, threadId)
          const [one] = await sendGroup(tx, [draft])
          return one
        })
  if (!sent) throw reportNonMember(input.userId)
  return { ...buildReply(sent), ...adjusted }
}

/** Sends the notifications of one workspace. Undefined for each to someone who is not a member. */
async function sendGroup(tx: Tx, drafts: (Draft & { deps: Needs })[]) {
  const [{ deps, actor }] = drafts as [Draft & { deps: Needs }]
  return sendNotifications(deps, tx, actor.workspaceId, drafts)
}

function buildReply({ row, decisions, deliveries }: SentNotification): NotifyReply {
  return {
    status: 'sent',
    notification_id: row.id,
    thread_id: row.thread_id,
    ...(row.question && { question_id: row.question.id }),
    deliveries,
    skipped: decisions
      .filter(({ outcome }) => outcome === 'skip')
      .map(({ channel, reason }) => ({ channel, reason })),
  }
}
