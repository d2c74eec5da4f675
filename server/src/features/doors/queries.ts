import type { Tx } from '../../platform/postgres/db.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { ConnectionKind } from './schemas.ts'

export interface ConnectionRow {
  id: string
  workspace_id: number
  kind: ConnectionKind
  name: string
  settings: Record<string, string>
  secrets: string
  last_error: string | null
  position: string | null
  created_by: number | null
  created_at: Date
  linked_people: number
}

const columns = (sql: Sql) => sql.part`c.id, c.workspace_id, c.kind, c.name, c.settings, c.secrets,
  c.last_error, c.position, c.created_by, c.created_at,
  (select count(*) from door_links l where l.connection_id = c.id) as linked_people`

export function selectConnections(sql: Sql, workspaceId: number): Promise<ConnectionRow[]> {
  return sql`select ${columns(sql)} from connections c where c.workspace_id = ${workspaceId}
    order by c.created_at, c.id limit 100`
}

export async function connectionById(
  sql: Sql,
  workspaceId: number,
  id: string,
): Promise<ConnectionRow | undefined> {
  const [row] = await sql<ConnectionRow>`select ${columns(sql)} from connections c
    where c.workspace_id = ${workspaceId} and c.id = ${id}`
  return row
}

/** The workspaces among these that have a connection. */
export async function connectedAmong(
  system: Sql,
  workspaceIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await system<{ workspace_id: number }>`select distinct workspace_id from connections
    where workspace_id = any(${[...workspaceIds]}::integer[])`
  return new Set(rows.map(({ workspace_id }) => workspace_id))
}

/** For requests from the apps, which name only the connection. */
export async function connectionAnywhere(
  system: Sql,
  id: string,
): Promise<ConnectionRow | undefined> {
  const [row] =
    await system<ConnectionRow>`select ${columns(system)} from connections c where c.id = ${id}`
  return row
}

export async function insertConnection(
  tx: Tx,
  row: Omit<ConnectionRow, 'last_error' | 'position' | 'linked_people'>,
): Promise<void> {
  await tx`insert into connections (id, workspace_id, kind, name, settings, secrets, created_by, created_at)
    values (${row.id}, ${row.workspace_id}, ${row.kind}, ${row.name}, ${tx.json(row.settings)},
      ${row.secrets}, ${row.created_by}, ${row.created_at})`
}

export async function deleteConnectionRow(tx: Tx, workspaceId: number, id: string): Promise<void> {
  await tx`delete from connections where workspace_id = ${workspaceId} and id = ${id}`
}

export async function noteConnection(
  sql: Sql,
  { id, workspace_id }: Pick<ConnectionRow, 'id' | 'workspace_id'>,
  lastError: string | null,
): Promise<void> {
  await sql`update connections set last_error = ${lastError}
    where workspace_id = ${workspace_id} and id = ${id} and last_error is distinct from ${lastError}`
}

export interface LinkRow {
  id: string
  workspace_id: number
  connection_id: string
  user_id: number
  account_id: string
  account_name: string
  channel_id: string
}

export async function linkOfAccount(
  sql: Sql,
  connectionId: string,
  accountId: string,
): Promise<LinkRow | undefined> {
  const [row] = await sql<LinkRow>`select id, workspace_id, connection_id, user_id, account_id,
      account_name, channel_id
    from door_links where connection_id = ${connectionId} and account_id = ${accountId}`
  return row
}

export function selectLinks(
  sql: Sql,
  workspaceId: number,
  userIds: readonly number[],
): Promise<LinkRow[]> {
  return sql`select id, workspace_id, connection_id, user_id, account_id, account_name, channel_id
    from door_links where workspace_id = ${workspaceId} and user_id = any(${[...userIds]}::integer[])`
}

/** A person has one account per connection; a new link replaces both sides' old ones. */
export async function saveLink(tx: Tx, row: LinkRow & { created_at: Date }): Promise<void> {
  await tx`delete from door_links where workspace_id = ${row.workspace_id}
    and connection_id = ${row.connection_id}
    and (user_id = ${row.user_id} or account_id = ${row.account_id})`
  await tx`insert into door_links ${tx.columns(row)}`
}

export async function deleteLink(
  tx: Tx,
  workspaceId: number,
  connectionId: string,
  userId: number,
): Promise<boolean> {
  const rows = await tx`delete from door_links where workspace_id = ${workspaceId}
    and connection_id = ${connectionId} and user_id = ${userId} returning id`
  return rows.length > 0
}

export async function insertCode(
  tx: Tx,
  row: {
    code_hash: string
    workspace_id: number
    connection_id: string
    user_id: number
    expires_at: Date
  },
): Promise<void> {
  // One open code per person and connection.
  await tx`delete from door_codes where workspace_id = ${row.workspace_id}
    and connection_id = ${row.connection_id} and user_id = ${row.user_id}`
  await tx`insert into door_codes ${tx.columns(row)}`
}

/** Takes a code: it works once, and only for its connection. */
export async function takeCode(
  tx: Tx,
  connectionId: string,
  codeHash: string,
  now: Date,
): Promise<{ user_id: number } | undefined> {
  const [row] = await tx<{ user_id: number }>`
    delete from door_codes where connection_id = ${connectionId} and code_hash = ${codeHash}
      and expires_at > ${now} returning user_id`
  return row
}

export async function removeOldCodes(system: Sql, before: Date): Promise<void> {
  await system`delete from door_codes where expires_at < ${before}`
}
