import { timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import type { Role } from '../../http/permissions.ts'
import { batched } from '../../lib/batch.ts'
import { sha256 } from '../../lib/hash.ts'

interface ReachableWorkspace {
  id: number
  slug: string
  is_active: boolean
  role: Role
}

/** A key or session as it stands in the database at this moment. */
export interface Credential {
  id: string
  kind: 'key' | 'session'
  user_id: number
  /** Of the key, or of the person who is signed in. */
  name: string
  /** Undefined for sessions, which have all that the person's role allows. */
  scopes: string[] | undefined
  /** A key reaches one workspace; a session every workspace of its person, oldest first. */
  workspaces: ReachableWorkspace[]
}

type Row = Omit<Credential, 'scopes'> & { hash: string; scopes: string[] | null }

/**
 * Finds valid credentials by their secret. Nothing is cached: every request is judged by what the
 * database says after it arrived, so a revoked key is refused at once, in every process. Requests
 * that arrive together share one query (lib/batch.ts), which is what keeps this fast.
 */
export function credentialFinder({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const finders = { key: finder(keysByHash), session: finder(sessionsByHash) }

  function finder(read: (hashes: string[], now: Date) => Promise<Row[]>) {
    return batched<string, Row>(async (hashes) => {
      const rows = await read(hashes, clock())
      return new Map(rows.map((row) => [row.hash, row]))
    })
  }

  function keysByHash(hashes: string[], now: Date): Promise<Row[]> {
    return db.system<Row>`
      select k.id, 'key' as kind, k.key_hash as hash, k.user_id, k.name, k.scopes,
        json_build_array(json_build_object(
          'id', w.id, 'slug', w.slug, 'is_active', w.is_active, 'role', m.role)) as workspaces
      from api_keys k
        join workspaces w on w.id = k.workspace_id
        join users u on u.id = k.user_id
        join memberships m on m.workspace_id = k.workspace_id and m.user_id = k.user_id
      where k.key_hash = any(${hashes}::text[]) and k.revoked_at is null and u.is_active
        and (k.expires_at is null or k.expires_at > ${now})`
  }

  function sessionsByHash(hashes: string[], now: Date): Promise<Row[]> {
    return db.system<Row>`
      select s.id, 'session' as kind, s.access_hash as hash, s.user_id,
        trim(u.first_name || ' ' || u.last_name) as name, null as scopes,
        coalesce((
          select json_agg(json_build_object(
            'id', w.id, 'slug', w.slug, 'is_active', w.is_active, 'role', m.role) order by w.id)
          from memberships m join workspaces w on w.id = m.workspace_id
          where m.user_id = u.id), '[]') as workspaces
      from sessions s join users u on u.id = s.user_id
      where s.access_hash = any(${hashes}::text[]) and s.revoked_at is null and u.is_active
        and s.access_expires_at > ${now}`
  }

  return async (kind: 'key' | 'session', secret: string): Promise<Credential | undefined> => {
    const hash = sha256(secret)
    const row = await finders[kind](hash)
    if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) return undefined
    return { ...row, scopes: row.scopes ?? undefined }
  }
}
