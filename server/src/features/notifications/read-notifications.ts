import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { findReceipts } from './deliver/queries.ts'
import { presentNotification } from './present-notification.ts'
import { countByCategory, findNotification, findNotifications } from './queries.ts'
import type { Notification, NotificationListQuery } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>

/** The user's own notifications, newest first. */
export async function listNotifications(deps: Needs, actor: Actor, query: NotificationListQuery) {
  requirePermission(actor, 'notifications:read')
  const sql = deps.db.workspace(actor.workspaceId)
  const found = await findNotifications(sql, actor, query, deps.clock())
  return {
    count: found.count,
    results: found.results.map((row) => presentNotification(deps.config, row)),
  }
}

export async function getNotification(
  deps: Needs,
  actor: Actor,
  id: string,
): Promise<Notification> {
  requirePermission(actor, 'notifications:read')
  const { workspaceId, userId } = actor
  const row = await findNotification(deps.db.workspace(workspaceId), workspaceId, id)
  if (!row?.in_app || row.user_id !== userId) throw problem('notification_not_found')
  return presentNotification(deps.config, row)
}

export async function countNotifications(deps: Needs, actor: Actor) {
  requirePermission(actor, 'notifications:read')
  const sql = deps.db.workspace(actor.workspaceId)
  const rows = await countByCategory(sql, actor, deps.clock())
  const sum = (of: 'unread' | 'unseen') => rows.reduce((total, row) => total + row[of], 0)
  return {
    unread: sum('unread'),
    unseen: sum('unseen'),
    by_category: Object.fromEntries(rows.map(({ category, unread }) => [category, unread])),
  }
}

/** The receipts of a notification per channel, for its recipient and its sender. */
export async function getReceipts(deps: Needs, actor: Actor, id: string) {
  const { workspaceId, userId } = actor
  const sql = deps.db.workspace(workspaceId)
  const row = await findNotification(sql, workspaceId, id)
  const isOurs = row?.user_id === userId || row?.sender.id === userId
  if (!isOurs && !actor.permissions.has('deliveries:read')) throw problem('notification_not_found')
  if (!row) throw problem('notification_not_found')
  return { receipts: await findReceipts(sql, workspaceId, id) }
}
