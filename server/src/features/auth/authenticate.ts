import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Operation } from '../../http/operation.ts'
import { type Actor, permissionsOf } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { slugPattern } from '../../lib/slug.ts'
import { type Credential, credentialFinder } from './credentials.ts'
import { keyUseRecorder } from './key-use.ts'

type Headers = FastifyRequest['headers']

/** Turns the headers of a request into the actor that it speaks for. */
export function authenticator(deps: Pick<Deps, 'db' | 'clock' | 'log'>) {
  const findCredential = credentialFinder(deps)
  const recordKeyUse = keyUseRecorder(deps)

  return async (request: FastifyRequest, operation: Operation): Promise<Actor> => {
    const { headers } = request
    const { kind, secret } = parseAuthorization(headers.authorization)
    const credential = await findCredential(kind, secret)
    if (!credential) throw unauthorized('The credential is unknown, expired or revoked.')
    if (kind === 'key') recordKeyUse(credential.id)

    const workspace = chooseWorkspace(credential, single(headers, 'organization'))
    if (!workspace.is_active && !operation.allowsInactiveWorkspace) {
      throw problem('workspace_inactive', {
        detail: 'This workspace is switched off. Its owner can switch it on again.',
      })
    }
    const spaceId = await chooseSpace(deps, credential, workspace.id, single(headers, 'space'))
    return {
      kind: kind === 'key' ? 'agent' : 'user',
      userId: credential.user_id,
      name: credential.name,
      via: 'api',
      workspaceId: workspace.id,
      role: workspace.role,
      permissions: permissionsOf(workspace.role, credential.scopes),
      spaceId,
      credentialId: `${kind}:${credential.id}`,
      requestId: request.id,
    }
  }
}

function unauthorized(detail: string) {
  return problem('unauthorized', {
    detail: `${detail} Send "Authorization: Api-Key <key>" or "Authorization: Bearer <token>".`,
    headers: { 'www-authenticate': 'Api-Key, Bearer' },
  })
}

function parseAuthorization(header: string | undefined): {
  kind: 'key' | 'session'
  secret: string
} {
  if (!header) throw unauthorized('The request has no credential.')
  const [, scheme, secret] = /^(api-key|bearer) +([\x21-\x7e]+)$/i.exec(header.trim()) ?? []
  if (!scheme || !secret) throw unauthorized('The Authorization header is malformed.')
  return { kind: scheme.toLowerCase() === 'bearer' ? 'session' : 'key', secret }
}

function single(headers: Headers, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(',') : value
}

/** `Organization` names a workspace by id or slug; without it a session is in its first active one. */
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
    detail: `The credential does not reach a workspace "${wanted}".`,
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
    detail: `The credential does not reach a teamspace ${id} in this workspace.`,
  })
}
