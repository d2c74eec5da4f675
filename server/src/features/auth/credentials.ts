import { timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import type { Role } from '../../http/permissions.ts'
import { batched } from '../../lib/batch.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Part, Sql } from '../../platform/postgres/sql.ts'

interface ReachableWorkspace {
  id: number
  slug: string
  is_active: boolean
  role: Role
}

/** Distinguishes OAuth tokens from session tokens. */
export const programTokenPrefix = 'ato_'

export type CredentialKind = 'key' | 'session' | 'oauth'

/** A key, a session or an OAuth grant, as currently stored in the database. */
export interface Credential {
  id: string
  kind: CredentialKind
  user_id: number
  /** The agent that holds it; null for a person. */
  agent_id: string | null
  /** The name of the key or OAuth client, or of the signed-in user. */
  name: string
  /** Undefined for sessions, which have all permissions of the user's role. */
  scopes: string[] | undefined
  /** One workspace for a key or OAuth client; all of the user's for a session, oldest first. */
  workspaces: ReachableWorkspace[]
  /** The URL that an OAuth token is valid for; null for all others. */
  resource: string | null
}

type Row = Omit<Credential, 'scopes'> & { hash: string; scopes: string[] | null }

/**
 * Finds valid credentials by their secret. Nothing is cached: every request is checked against the
 * database after it arrived, so every process rejects a revoked key immediately. Concurrent
 * requests share one query (lib/batch.ts), which keeps this fast.
 */
export function credentialFinder({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const sql = db.system
  const finders = {
    key: finder(
      (hashes) => sql`${validKeys(sql, clock(), sql.part`k.key_hash = any(${hashes}::text[])`)}`,
    ),
    session: finder(
      (hashes) =>
        sql`${validSessions(sql, clock(), sql.part`s.access_hash = any(${hashes}::text[])`)}`,
    ),
    oauth: finder(
      (hashes) =>
        sql`${validGrants(sql, clock(), sql.part`g.access_hash = any(${hashes}::text[])`)}`,
    ),
  }

  function finder(read: (hashes: string[]) => Promise<object[]>) {
    return batched<string, Row>(async (hashes) => {
      const rows = (await read(hashes)) as Row[]
      return new Map(rows.map((row) => [row.hash, row]))
    })
  }

  return async (kind: CredentialKind, secret: string): Promise<Credential | undefined> => {
    const hash = sha256(secret)
    const row = await finders[kind](hash)
    if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) return undefined
    return toCredential(row)
  }
}

/**
 * For connections that outlive a request: returns the credentials that are still valid, in one
 * statement. The ids have the form of `Actor.credentialId`.
 */
export async function credentialsById(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  credentialIds: readonly string[],
): Promise<Map<string, Credential>> {
  const sql = db.system
  const now = clock()
  const pickIds = (kind: string) =>
    credentialIds.filter((id) => id.startsWith(`${kind}:`)).map((id) => id.slice(kind.length + 1))
  const rows = await sql<Row>`
    ${validKeys(sql, now, sql.part`k.id = any(${pickIds('key')}::uuid[])`)}
    union all
    ${validSessions(sql, now, sql.part`s.id = any(${pickIds('session')}::uuid[])`)}
    union all
    ${validGrants(sql, now, sql.part`g.id = any(${pickIds('oauth')}::uuid[])`)}`
  return new Map(rows.map((row) => [`${row.kind}:${row.id}`, toCredential(row)]))
}

function toCredential({ hash: _, ...row }: Row): Credential {
  return { ...row, scopes: row.scopes ?? undefined }
}

function validKeys(sql: Sql, now: Date, which: Part): Part {
  return sql.part`
    select k.id, 'key' as kind, k.key_hash as hash, k.user_id,
      coalesce(k.agent_id, 'key:' || k.id) as agent_id, k.name, k.scopes,
      json_build_array(json_build_object(
        'id', w.id, 'slug', w.slug, 'is_active', w.is_active, 'role', m.role)) as workspaces,
      null as resource
    from api_keys k
      join workspaces w on w.id = k.workspace_id
      join users u on u.id = k.user_id
      join memberships m on m.workspace_id = k.workspace_id and m.user_id = k.user_id
    where ${which} and k.revoked_at is null and u.is_active
      and (k.expires_at is null or k.expires_at > ${now})`
}

function validSessions(sql: Sql, now: Date, which: Part): Part {
  return sql.part`
    select s.id, 'session' as kind, s.access_hash as hash, s.user_id, null as agent_id,
      trim(u.first_name || ' ' || u.last_name) as name, null as scopes,
      coalesce((
        select json_agg(json_build_object(
          'id', w.id, 'slug', w.slug, 'is_active', w.is_active, 'role', m.role) order by w.id)
        from memberships m join workspaces w on w.id = m.workspace_id
        where m.user_id = u.id), '[]') as workspaces,
      null as resource
    from sessions s join users u on u.id = s.user_id
    where ${which} and s.revoked_at is null and u.is_active and s.access_expires_at > ${now}`
}

/** The OAuth client gives the name, because it acts. Its access ends with its token. */
function validGrants(sql: Sql, now: Date, which: Part): Part {
  return sql.part`
    select g.id, 'oauth' as kind, g.access_hash as hash, g.user_id,
      'oauth:' || g.client_id || ':' || g.user_id as agent_id, c.name, g.scopes,
      json_build_array(json_build_object(
        'id', w.id, 'slug', w.slug, 'is_active', w.is_active, 'role', m.role)) as workspaces,
      g.resource
    from oauth_grants g
      join oauth_clients c on c.id = g.client_id
      join workspaces w on w.id = g.workspace_id
      join users u on u.id = g.user_id
      join memberships m on m.workspace_id = g.workspace_id and m.user_id = g.user_id
    where ${which} and g.revoked_at is null and u.is_active and g.access_expires_at > ${now}`
}
