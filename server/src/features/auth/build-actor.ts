import type { Deps } from '../../deps.ts'
import { type Actor, listPermissions } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { slugPattern } from '../../lib/slug.ts'
import type { Credential } from './credentials.ts'

interface RequestedScope {
  /** Id or slug of a workspace. Defaults to the session's first active one. */
  organization: string | undefined
  /** Id of a teamspace. */
  space: string | undefined
  requestId: string
  allowsInactiveWorkspace?: boolean | undefined
}

/** The actor of a valid credential in the requested workspace and space. */
export async function buildActor(
  deps: Pick<Deps, 'db'>,
  credential: Credential,
  { organization, space, requestId, allowsInactiveWorkspace }: RequestedScope,
): Promise<Actor> {
  const workspace = chooseWorkspace(credential, organization)
  const isOpen = workspace.is_active || (allowsInactiveWorkspace && isAdministratorRole(workspace))
  if (!isOpen) {
    throw problem('workspace_inactive', {
      detail: 'This workspace is switched off. Its owner can switch it on again.',
    })
  }
  const spaceId = await chooseSpace(deps, credential, workspace.id, space)
  return {
    kind: credential.kind === 'session' ? 'user' : 'agent',
    userId: credential.user_id,
    name: credential.name,
    via: 'api',
    workspaceId: workspace.id,
    role: workspace.role,
    permissions: listPermissions(workspace.role, credential.scopes),
    spaceId,
    credentialId: `${credential.kind}:${credential.id}`,
    ...(credential.agent_id !== null && { agentId: credential.agent_id }),
    requestId,
  }
}

function isAdministratorRole({ role }: { role: string }): boolean {
  return role === 'owner' || role === 'admin'
}

function chooseWorkspace({ workspaces }: Credential, organization: string | undefined) {
  if (organization === undefined) {
    const first = workspaces.find(({ is_active }) => is_active) ?? workspaces[0]
    if (first) return first
    throw problem('workspace_forbidden', { detail: 'You are not a member of any workspace.' })
  }
  const wanted = organization.trim().toLowerCase()
  if (!new RegExp(slugPattern).test(wanted) || wanted.length > 64) {
    throw problem('malformed_header', {
      detail: 'Organization must be the id or the slug of a workspace.',
    })
  }
  const found = workspaces.find(({ id, slug }) => String(id) === wanted || slug === wanted)
  if (found) return found
  throw problem('workspace_forbidden', {
    detail: `The credential has no access to a workspace "${wanted}".`,
  })
}

async function chooseSpace(
  { db }: Pick<Deps, 'db'>,
  credential: Credential,
  workspaceId: number,
  space: string | undefined,
): Promise<number | null> {
  if (space === undefined) return null
  const id = /^\d{1,10}$/.test(space.trim()) ? Number(space) : Number.NaN
  if (!(id <= 2_147_483_647)) {
    throw problem('malformed_header', { detail: 'Space must be the id of a teamspace.' })
  }
  const [member] = await db.workspace(workspaceId)`
    select t.id from teamspaces t join teamspace_members m on m.teamspace_id = t.id
    where t.workspace_id = ${workspaceId} and t.id = ${id} and t.is_active
      and m.user_id = ${credential.user_id}`
  if (member) return id
  throw problem('space_forbidden', {
    detail: `The credential has no access to a teamspace ${id} in this workspace.`,
  })
}
