import type { Deps } from '../../deps.ts'

export async function removeOldTickets({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.system`delete from socket_tickets where expires_at < ${clock()}`
}
