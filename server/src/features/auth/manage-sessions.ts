import type { Deps } from '../../deps.ts'
import { type PageRequest, readPage } from '../../http/pagination.ts'
import { type Actor, requirePerson } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { nameUserAgent } from '../../lib/name-user-agent.ts'
import { endSessions } from './end-credentials.ts'

interface Row {
  id: string
  kind: 'browser' | 'token'
  user_agent: string | null
  address: string | null
  created_at: Date
  last_used_at: Date | null
  expires_at: Date
}

/** The user's active sessions of browsers and programs, most recently used first. */
export async function listSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  page: PageRequest,
) {
  requirePerson(actor)
  const sql = db.system
  const from = sql.part`from sessions
    where user_id = ${actor.userId} and revoked_at is null and refresh_expires_at > ${clock()}`
  const { count, results: rows } = await readPage<Row>(sql, page, {
    columns: sql.part`id, kind, user_agent, address, created_at, last_used_at,
      refresh_expires_at as expires_at`,
    from,
    order: sql.part`coalesce(last_used_at, created_at) desc, id`,
  })
  const results = rows.map(({ user_agent, ...row }) => ({
    ...row,
    name: nameUserAgent(user_agent),
    is_current: actor.credentialId === `session:${row.id}`,
  }))
  return { count, results }
}

type Needs = Pick<Deps, 'db' | 'clock' | 'bus'>

/** Ends one of the user's own sessions immediately. */
export async function endSession(deps: Needs, actor: Actor, id: string): Promise<null> {
  requirePerson(actor)
  const ended = await deps.db.transaction('system', (tx) =>
    endSessions(deps, tx, actor.userId, { only: id }),
  )
  if (ended === 0) throw problem('session_not_found')
  return null
}

/** Ends all sessions of the user except this one. */
export async function endOtherSessions(deps: Needs, actor: Actor): Promise<{ ended: number }> {
  requirePerson(actor)
  const [, own = null] = actor.credentialId.split(':')
  const ended = await deps.db.transaction('system', (tx) =>
    endSessions(deps, tx, actor.userId, { except: own }),
  )
  return { ended }
}
