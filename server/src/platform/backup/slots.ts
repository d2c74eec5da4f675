import type { Sql } from '../postgres/sql.ts'
import type { BackupSession } from './backup-session.ts'

/**
 * A replication slot keeps PostgreSQL from removing WAL that is not archived yet. Slots are no part
 * of a backup, so a restored database starts with a backup of its own and never mixes its WAL with
 * that of the original.
 */
const prefix = 'atelier_'

export const nameSlot = (id: string) => prefix + id.toLowerCase().replace('-', '_')

/** A temporary slot ends with our connection, even if this process is killed. */
export async function createSlot(
  session: BackupSession,
  name: string,
  isTemporary: boolean,
): Promise<void> {
  await session`select pg_create_physical_replication_slot(${name}, true, ${isTemporary})`
}

/** Without those whose WAL PostgreSQL had to give up. */
export async function listSlots(session: BackupSession): Promise<string[]> {
  const slots = await session<{ name: string }>`
    select slot_name as name from pg_replication_slots
    where starts_with(slot_name, ${prefix}) and wal_status <> 'lost'`
  return slots.map(({ name }) => name)
}

/** A slot that nothing advances would fill the disk. */
export async function dropSlots(sql: Sql, except: string | null = null): Promise<void> {
  await sql`
    select pg_drop_replication_slot(slot_name) from pg_replication_slots
    where starts_with(slot_name, ${prefix}) and slot_name is distinct from ${except} and not active`
}
