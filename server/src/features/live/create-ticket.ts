import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { sha256 } from '../../lib/hash.ts'
import { insertTicket } from './queries.ts'
import type { SocketTicket } from './schemas.ts'

export const socketPath = '/api/v1/ws'

const validSeconds = 30

/**
 * Creates a ticket that opens one WebSocket for the actor: browsers cannot send headers with a
 * WebSocket, and a key in a URL would end up in logs. Every credential can get one; the permissions
 * of the socket are checked when it opens.
 */
export async function createTicket(
  { db, clock, random, config }: Pick<Deps, 'db' | 'clock' | 'random' | 'config'>,
  actor: Actor,
): Promise<SocketTicket> {
  const ticket = `att_${random.secret(32)}`
  const expiresAt = new Date(clock().getTime() + validSeconds * 1000)
  await insertTicket(db.workspace(actor.workspaceId), actor, sha256(ticket), expiresAt)
  const socketUrl = config.publicUrl.replace(/^http/, 'ws') + socketPath
  return { ticket, url: `${socketUrl}?ticket=${ticket}`, expires_at: expiresAt }
}
