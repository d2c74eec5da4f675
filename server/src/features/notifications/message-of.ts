import { type OutgoingMessage, Undeliverable } from '../../channels/channel.ts'
import type { Deps } from '../../deps.ts'
import { outgoing } from './present-notification.ts'
import { notificationById, workspaceName } from './queries.ts'

/** A notification as external channels get it. */
export async function messageOf(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  workspaceId: number,
  notificationId: string,
): Promise<OutgoingMessage> {
  const sql = db.workspace(workspaceId)
  const [row, name] = await Promise.all([
    notificationById(sql, workspaceId, notificationId),
    workspaceName(sql, workspaceId),
  ])
  if (!row) throw new Undeliverable('The notification was deleted')
  return outgoing(config, row, name)
}
