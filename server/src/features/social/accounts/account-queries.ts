import type { Identity, Limits, Network } from '../../../channels/social/network.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'

export interface AccountRow {
  id: number
  network: Network
  name: string
  /** Sealed. */
  address: string
  identity: Identity | null
  /** Sealed, except the handle. */
  credentials: Record<string, string>
  limits: Limits
  is_active: boolean
  verified_at: Date | null
  last_error: string | null
  created_by: number | null
  created_at: Date
  updated_at: Date
  disconnected_at: Date | null
}

export type NewAccount = Omit<AccountRow, 'id'>

const columns = (sql: Sql) => sql.part`id, network, name, address, identity, credentials, limits,
  is_active, verified_at, last_error, created_by, created_at, updated_at, disconnected_at`

/** Connected accounts, in the order in which they were connected. */
export function accounts(
  sql: Sql,
  workspaceId: number,
  network: string | undefined,
): Promise<AccountRow[]> {
  const wanted = network ? sql.part`and network = ${network.toLowerCase()}` : sql.part``
  return sql<AccountRow>`
    select ${columns(sql)} from social_accounts
    where workspace_id = ${workspaceId} and disconnected_at is null ${wanted} order by id`
}

export async function accountById(
  sql: Sql,
  workspaceId: number,
  id: number,
): Promise<AccountRow | undefined> {
  const [found] = await sql<AccountRow>`
    select ${columns(sql)} from social_accounts
    where workspace_id = ${workspaceId} and id = ${id} and disconnected_at is null`
  return found
}

/** Includes disconnected accounts, for posts that were meant for them. */
export async function anyAccountById(
  sql: Sql,
  workspaceId: number,
  id: number,
): Promise<AccountRow | undefined> {
  const [found] = await sql<AccountRow>`
    select ${columns(sql)} from social_accounts
    where workspace_id = ${workspaceId} and id = ${id}`
  return found
}

export function accountsByIds(sql: Sql, workspaceId: number, ids: number[]): Promise<AccountRow[]> {
  return sql<AccountRow>`
    select ${columns(sql)} from social_accounts
    where workspace_id = ${workspaceId} and id = any(${ids}::integer[]) and disconnected_at is null`
}

/** In id order, to avoid deadlocks. */
export function lockAccounts(tx: Tx, workspaceId: number, ids: number[]): Promise<AccountRow[]> {
  return tx<AccountRow>`
    select ${columns(tx)} from social_accounts
    where workspace_id = ${workspaceId} and id = any(${ids}::integer[]) and disconnected_at is null
    order by id for no key update`
}

/** The ids that are accounts of the workspace, connected or not. */
export async function knownAccountIds(
  sql: Sql,
  workspaceId: number,
  ids: number[],
): Promise<Set<number>> {
  const rows = await sql<{ id: number }>`
    select id from social_accounts
    where workspace_id = ${workspaceId} and id = any(${ids}::integer[])`
  return new Set(rows.map(({ id }) => id))
}

export async function insertAccount(
  tx: Tx,
  workspaceId: number,
  row: NewAccount,
): Promise<AccountRow> {
  const columnsOfRow = tx.columns({ ...asJson(tx, row), workspace_id: workspaceId })
  const [created] = await tx<AccountRow>`
    insert into social_accounts ${columnsOfRow} returning ${columns(tx)}`
  return created as AccountRow
}

export async function saveAccount(tx: Sql, workspaceId: number, row: AccountRow): Promise<void> {
  const { id, ...changed } = row
  await tx`update social_accounts set ${tx.columns(asJson(tx, changed))}
    where workspace_id = ${workspaceId} and id = ${id}`
}

/** Stores the last error, or null after a success. */
export async function noteAccountError(
  sql: Sql,
  workspaceId: number,
  id: number,
  lastError: string | null,
): Promise<void> {
  await sql`
    update social_accounts set last_error = ${lastError}
    where workspace_id = ${workspaceId} and id = ${id} and last_error is distinct from ${lastError}`
}

function asJson<T extends Partial<AccountRow>>(sql: Sql, row: T) {
  const { identity, credentials, limits } = row
  return {
    ...row,
    identity: identity ? sql.json(identity) : null,
    credentials: sql.json(credentials),
    limits: sql.json(limits),
  }
}
