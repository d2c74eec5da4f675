import { duplicate } from '../../../http/body/duplicates.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import type { QueueSlot } from '../accounts/account-schemas.ts'

const columns = (sql: Sql) => sql.part`id, account_id, weekday, time, timezone, created_at`

/** Of one account, or of all connected accounts, in weekly order. */
export function queueSlots(
  sql: Sql,
  workspaceId: number,
  accountId: number | undefined,
): Promise<QueueSlot[]> {
  const wanted = accountId === undefined ? sql.part`` : sql.part`and account_id = ${accountId}`
  return sql<QueueSlot>`
    select ${columns(sql)} from social_queue_slots
    where workspace_id = ${workspaceId} ${wanted} and account_id in (
      select id from social_accounts
      where workspace_id = ${workspaceId} and disconnected_at is null)
    order by account_id,
      array_position(array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], weekday), time, id`
}

export async function insertSlot(
  tx: Tx,
  workspaceId: number,
  slot: Omit<QueueSlot, 'id'>,
): Promise<QueueSlot> {
  const [created] = await tx<QueueSlot>`
    insert into social_queue_slots ${tx.columns({ ...slot, workspace_id: workspaceId })}
    returning ${columns(tx)}`.catch(
    duplicate('social_queue_slots_time', 'queue_slot_taken', 'The account already has this slot.'),
  )
  return created as QueueSlot
}

export async function deleteSlot(
  tx: Tx,
  workspaceId: number,
  id: number,
): Promise<QueueSlot | undefined> {
  const [gone] = await tx<QueueSlot>`
    delete from social_queue_slots where workspace_id = ${workspaceId} and id = ${id}
    returning ${columns(tx)}`
  return gone
}
