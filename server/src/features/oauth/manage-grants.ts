import type { Deps } from '../../deps.ts'
import { type PageRequest, readPage } from '../../http/pagination.ts'
import { type Actor, requirePerson } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { announceEnd } from '../auth/credential-news.ts'

interface Row {
  id: string
  name: string
  workspace: { id: number; name: string }
  scopes: string[]
  created_at: Date
  last_used_at: Date | null
  expires_at: Date
}

/** The OAuth clients with access for the user, in all workspaces, most recently used first. */
export async function listGrants(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  page: PageRequest,
) {
  requirePerson(actor)
  const sql = db.system
  const from = sql.part`from oauth_grants g
      join oauth_clients c on c.id = g.client_id join workspaces w on w.id = g.workspace_id
    where g.user_id = ${actor.userId} and g.revoked_at is null
      and g.refresh_expires_at > ${clock()}`
  return readPage<Row>(sql, page, {
    columns: sql.part`g.id, c.name, json_build_object('id', w.id, 'name', w.name) as workspace,
      g.scopes, g.created_at, g.last_used_at, g.refresh_expires_at as expires_at`,
    from,
    order: sql.part`coalesce(g.last_used_at, g.created_at) desc, g.id`,
  })
}

/** Revokes a client's access. Its tokens end immediately. */
export async function endGrant(
  deps: Pick<Deps, 'db' | 'clock' | 'bus'>,
  actor: Actor,
  id: string,
): Promise<null> {
  requirePerson(actor)
  await deps.db.transaction('system', async (tx) => {
    const [ended] = await tx`
      update oauth_grants set revoked_at = ${deps.clock()}
      where id = ${id} and user_id = ${actor.userId} and revoked_at is null returning id`
    if (!ended) throw problem('grant_not_found')
    announceEnd(deps, tx, `oauth:${id}`)
  })
  return null
}
