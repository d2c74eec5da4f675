import type { Deps } from '../../deps.ts'
import { type Actor, listPermissions, type Role } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'

export interface OperatorChoice {
  workspace?: string
  user?: string
}

interface OperatorMembership {
  workspace_id: number
  user_id: number
  role: Role
  name: string
}

/** The actor for commands in the server's terminal: the first owner by default. */
export async function operator(
  { db }: Pick<Deps, 'db'>,
  { workspace, user }: OperatorChoice,
): Promise<Actor> {
  const [found] = await db.system<OperatorMembership>`
    select m.workspace_id, m.user_id, m.role, trim(u.first_name || ' ' || u.last_name) as name
    from memberships m join workspaces w on w.id = m.workspace_id join users u on u.id = m.user_id
    where (${workspace ?? null}::text is null or w.slug = ${workspace ?? ''} or w.id::text = ${workspace ?? ''})
      and (${user ?? null}::text is null or lower(u.email) = lower(${user ?? ''}))
    order by m.role <> 'owner', m.workspace_id, m.created_at, m.user_id limit 1`
  if (!found) {
    throw problem('member_not_found', { detail: await whyNobody({ db }, { workspace, user }) })
  }
  return {
    kind: 'system',
    userId: found.user_id,
    name: `${found.name || 'Operator'} at the terminal`,
    via: 'cli',
    workspaceId: found.workspace_id,
    role: found.role,
    permissions: listPermissions(found.role),
    spaceId: null,
    credentialId: 'cli',
    requestId: null,
  }
}

async function whyNobody(
  { db }: Pick<Deps, 'db'>,
  { workspace, user }: { workspace: string | undefined; user: string | undefined },
): Promise<string> {
  const some = await db.system<{ slug: string }>`select slug from workspaces order by id limit 20`
  if (some.length === 0) return 'There is no workspace yet. Start the server once: atelier serve'
  const [named] = await db.system`
    select from workspaces where slug = ${workspace ?? ''} or id::text = ${workspace ?? ''}`
  if (workspace && !named) {
    const slugs = some.map(({ slug }) => slug).join(', ')
    return `There is no workspace "${workspace}". Available: ${slugs}.`
  }
  const where = workspace ? `the workspace "${workspace}"` : 'any workspace'
  return user ? `No member of ${where} has the email ${user}.` : `Nobody is a member of ${where}.`
}
