import type { Deps } from '../../deps.ts'
import type { Actor, Role } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { lastSeq } from '../events/follow-events.ts'

interface Person {
  id: number
  email: string
  first_name: string
  last_name: string
  has_password: boolean
  is_email_verified: boolean
}

interface ReachableWorkspaceRow {
  id: number
  name: string
  slug: string
  is_active: boolean
  role: Role
}

/** Describes the caller: the user, the workspace of the request, and the permissions there. */
export async function getMe({ db }: Pick<Deps, 'db'>, actor: Actor) {
  const last_event_id = await lastSeq({ db })
  const [user] = await db.system<Person>`
    select id, email, first_name, last_name, password_hash is not null as has_password,
      email_verified_at is not null as is_email_verified
    from users where id = ${actor.userId}`
  if (!user) throw problem('member_not_found')
  const [credential = ''] = actor.credentialId.split(':')
  // A key or OAuth client can access one workspace, even if its user belongs to more.
  const only = credential === 'session' ? null : actor.workspaceId
  const workspaces = await db.system<ReachableWorkspaceRow>`
    select w.id, w.name, w.slug, w.is_active, m.role
    from memberships m join workspaces w on w.id = m.workspace_id
    where m.user_id = ${actor.userId} and (${only}::int is null or w.id = ${only})
    order by w.id`
  return {
    user,
    credential,
    workspace_id: actor.workspaceId,
    role: actor.role,
    permissions: [...actor.permissions].sort(),
    workspaces,
    last_event_id,
  }
}

interface NameChange {
  first_name?: string
  last_name?: string
}

/** Changes the user's own name. API keys cannot: they act for the user but are not the user. */
export async function updateMe(deps: Pick<Deps, 'db' | 'clock'>, actor: Actor, change: NameChange) {
  if (actor.kind !== 'user') {
    throw problem('permission_denied', {
      detail: 'Only a signed-in person can do this. Sign in with your password.',
    })
  }
  await deps.db.system`
    update users set updated_at = ${deps.clock()},
      first_name = coalesce(${change.first_name?.trim() ?? null}, first_name),
      last_name = coalesce(${change.last_name?.trim() ?? null}, last_name)
    where id = ${actor.userId}`
  return getMe(deps, actor)
}
