import { randomBytes } from 'node:crypto'
import type { Sql } from '../postgres/sql.ts'
import type { BackupSession } from './backup-session.ts'

const prefix = 'atelier_chain_'
const chainLock = 4_600_028

/**
 * A chain is an unbroken series of WAL segments. Its replication slot keeps PostgreSQL from removing
 * segments that are not archived yet. Slots are no part of a backup, so a restored database starts a
 * chain of its own and never mixes its segments with those of the original.
 */
export interface Chain {
  name: string
  /** Segments before this position are archived. */
  position: string
}

/** The current chain. Starts one if there is none, or if PostgreSQL had to give up the old one. */
export async function ensureChain(session: BackupSession): Promise<Chain> {
  // A backup and the archive may both look for it at the same time.
  await session`select pg_advisory_lock(${chainLock})`
  try {
    return await findOrStart(session)
  } finally {
    await session`select pg_advisory_unlock(${chainLock})`
  }
}

async function findOrStart(session: BackupSession): Promise<Chain> {
  const slots = await session<{ name: string; position: string | null; status: string }>`
    select slot_name as name, restart_lsn::text as position, wal_status as status
    from pg_replication_slots where starts_with(slot_name, ${prefix}) order by slot_name`
  const usable = slots.find(({ position, status }) => position !== null && status !== 'lost')
  for (const slot of slots) {
    if (slot !== usable) await session`select pg_drop_replication_slot(${slot.name})`
  }
  if (usable) return { name: usable.name, position: usable.position as string }
  const name = prefix + randomBytes(6).toString('hex')
  const [created] = await session<{ lsn: string }>`
    select lsn::text from pg_create_physical_replication_slot(${name}, true)`
  return { name, position: created?.lsn as string }
}

export async function advanceChain(
  session: BackupSession,
  { name }: Chain,
  position: string,
): Promise<void> {
  await session`select pg_replication_slot_advance(${name}, ${position}::pg_lsn)`
}

/** Without archiving, nothing advances the slot, and the WAL would fill the disk. */
export async function endChains(sql: Sql): Promise<number> {
  const ended = await sql`
    select pg_drop_replication_slot(slot_name) from pg_replication_slots
    where starts_with(slot_name, ${prefix}) and not active`
  return ended.length
}
