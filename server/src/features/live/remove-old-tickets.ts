import type { Deps } from '../../deps.ts'

/** Tickets for sockets that nobody has used. */
export async function removeOldTickets({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.system`delete from socket_tickets where expires_at < ${clock()}`
}
