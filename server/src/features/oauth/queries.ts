import { sha256 } from '../../lib/hash.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Sql } from '../../platform/postgres/sql.ts'

export interface ClientRow {
  id: string
  name: string
  redirect_uris: string[]
}

/** The access that a user consented to. */
export interface Consent {
  client_id: string
  workspace_id: number
  user_id: number
  scopes: string[]
  resource: string
}

export interface CodeRow extends Consent {
  redirect_uri: string
  code_challenge: string
  expires_at: Date
  /** The grant that the code was exchanged for; null if it was not. */
  grant_id: string | null
}

export async function insertClient(sql: Sql, client: ClientRow & { created_at: Date }) {
  await sql`insert into oauth_clients (id, name, redirect_uris, created_at)
    values (${client.id}, ${client.name}, ${client.redirect_uris}::text[], ${client.created_at})`
}

/** A client that describes itself is stored once a person has let it in. */
export async function saveClient(sql: Sql, client: ClientRow & { created_at: Date }) {
  await sql`insert into oauth_clients (id, name, redirect_uris, created_at)
    values (${client.id}, ${client.name}, ${client.redirect_uris}::text[], ${client.created_at})
    on conflict (id) do update
    set name = excluded.name, redirect_uris = excluded.redirect_uris`
}

export async function clientById(sql: Sql, id: string): Promise<ClientRow | undefined> {
  const [client] = await sql<ClientRow>`
    select id, name, redirect_uris from oauth_clients where id = ${id}`
  return client
}

export interface ReachableWorkspace {
  id: number
  name: string
}

export async function findEmail(sql: Sql, userId: number): Promise<string> {
  const [user] = await sql<{ email: string }>`select email from users where id = ${userId}`
  return user?.email ?? ''
}

/** The workspaces that a user can give a client access to. */
export async function selectWorkspaces(sql: Sql, userId: number): Promise<ReachableWorkspace[]> {
  return sql<ReachableWorkspace>`
    select w.id, w.name from memberships m join workspaces w on w.id = m.workspace_id
    where m.user_id = ${userId} and w.is_active order by w.id`
}

export async function insertCode(
  sql: Sql,
  code: string,
  row: Omit<CodeRow, 'grant_id'>,
): Promise<void> {
  await sql`insert into oauth_codes (code_hash, client_id, workspace_id, user_id, scopes, resource,
      redirect_uri, code_challenge, expires_at)
    values (${sha256(code)}, ${row.client_id}, ${row.workspace_id}, ${row.user_id},
      ${row.scopes}::text[], ${row.resource}, ${row.redirect_uri}, ${row.code_challenge},
      ${row.expires_at})`
}

/** The code of a person who can still sign in. A code is deleted when its person leaves. */
export async function lockCode(tx: Tx, code: string): Promise<CodeRow | undefined> {
  const [row] = await tx<CodeRow>`
    select c.client_id, c.workspace_id, c.user_id, c.scopes, c.resource, c.redirect_uri,
      c.code_challenge, c.expires_at, c.grant_id
    from oauth_codes c join users u on u.id = c.user_id and u.is_active
    where c.code_hash = ${sha256(code)} for update of c`
  return row
}

export async function useCode(tx: Tx, code: string, grantId: string): Promise<void> {
  await tx`update oauth_codes set grant_id = ${grantId} where code_hash = ${sha256(code)}`
}

export interface GrantTokens {
  accessToken: string
  accessExpiresAt: Date
  refreshToken: string
}

export async function insertGrant(
  tx: Tx,
  grant: Consent & { id: string; refresh_expires_at: Date; created_at: Date },
  tokens: GrantTokens,
): Promise<void> {
  await tx`insert into oauth_grants (id, client_id, workspace_id, user_id, scopes, resource,
      access_hash, access_expires_at, refresh_expires_at, created_at)
    values (${grant.id}, ${grant.client_id}, ${grant.workspace_id}, ${grant.user_id},
      ${grant.scopes}::text[], ${grant.resource}, ${sha256(tokens.accessToken)},
      ${tokens.accessExpiresAt}, ${grant.refresh_expires_at}, ${grant.created_at})`
  await insertRefreshToken(tx, grant.id, tokens.refreshToken)
}

export async function replaceTokens(tx: Tx, grantId: string, tokens: GrantTokens): Promise<void> {
  await tx`update oauth_grants set access_hash = ${sha256(tokens.accessToken)},
      access_expires_at = ${tokens.accessExpiresAt} where id = ${grantId}`
  await insertRefreshToken(tx, grantId, tokens.refreshToken)
}

async function insertRefreshToken(tx: Tx, grantId: string, token: string): Promise<void> {
  await tx`insert into oauth_refresh_tokens (token_hash, grant_id)
    values (${sha256(token)}, ${grantId})`
}

export interface RefreshableGrant {
  id: string
  client_id: string
  scopes: string[]
  resource: string
  used_at: Date | null
  valid: boolean
}

export async function lockByRefreshToken(
  tx: Tx,
  token: string,
  now: Date,
): Promise<RefreshableGrant | undefined> {
  const [grant] = await tx<RefreshableGrant>`
    select g.id, g.client_id, g.scopes, g.resource, r.used_at,
      g.revoked_at is null and g.refresh_expires_at > ${now} and u.is_active as valid
    from oauth_refresh_tokens r join oauth_grants g on g.id = r.grant_id
      join users u on u.id = g.user_id
    where r.token_hash = ${sha256(token)}
    for update of g, r`
  return grant
}

export async function useRefreshToken(tx: Tx, token: string, now: Date): Promise<void> {
  await tx`update oauth_refresh_tokens set used_at = ${now} where token_hash = ${sha256(token)}`
}

export async function revokeGrant(tx: Tx, grantId: string, now: Date): Promise<void> {
  await tx`update oauth_grants set revoked_at = coalesce(revoked_at, ${now}) where id = ${grantId}`
}

/** Finds a client's grant by its access token or any of its refresh tokens. */
export async function grantOfToken(
  tx: Tx,
  clientId: string,
  token: string,
): Promise<string | undefined> {
  const hash = sha256(token)
  const [grant] = await tx<{ id: string }>`
    select g.id from oauth_grants g where g.client_id = ${clientId}
      and (g.access_hash = ${hash}
        or exists (select from oauth_refresh_tokens r where r.grant_id = g.id and r.token_hash = ${hash}))`
  return grant?.id
}

/** Deletes expired codes and grants, and clients that have been without access for a month. */
export async function removeEnded(sql: Sql, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  await sql`delete from oauth_codes where expires_at < ${daysAgo(1)}`
  await sql`delete from oauth_grants
    where refresh_expires_at < ${now} or revoked_at < ${daysAgo(1)}`
  await sql`delete from oauth_clients c where created_at < ${daysAgo(30)}
    and not exists (select from oauth_grants g where g.client_id = c.id)
    and not exists (select from oauth_codes o where o.client_id = c.id)`
}
