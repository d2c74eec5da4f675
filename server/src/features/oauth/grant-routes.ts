import { Type } from 'typebox'
import { PageQuery } from '../../http/pagination.ts'
import { resource } from '../../http/resource.ts'
import { Nullable, named, Time, UuidParams } from '../../http/schemas.ts'
import { endGrant, listGrants } from './manage-grants.ts'

const Grant = named(
  'ProgramGrant',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    name: Type.String({ description: 'The name that the program registered.' }),
    workspace: Type.Object({ id: Type.Integer(), name: Type.String() }),
    scopes: Type.Array(Type.String(), { description: 'What you allowed it to do.' }),
    created_at: Time,
    last_used_at: Nullable(Time),
    expires_at: Time,
  }),
)

const exampleGrant = {
  id: '9a556b2f-6c1e-4b54-8f0f-2f5b8f3f1c11',
  name: 'Launch helper',
  workspace: { id: 1, name: 'Studio' },
  scopes: ['boards:read', 'boards:write'],
  created_at: '2026-11-15T09:30:00.000Z',
  last_used_at: '2026-11-15T10:30:00.000Z',
  expires_at: '2026-12-15T09:30:00.000Z',
}

const grants = resource({
  tag: 'Credentials',
  path: '/api/v1/auth/grants',
  read: 'signed-in person',
  write: 'signed-in person',
  params: UuidParams,
  notFound: 'grant_not_found',
  record: Grant,
  example: { params: { id: exampleGrant.id }, record: exampleGrant },
})

export function grantRoutes() {
  return [
    grants.list('', {
      id: 'listGrants',
      summary: 'List programs with access to your account',
      description: 'Programs that signed in with OAuth and act for you. Most recently used first.',
      query: PageQuery,
      list: (deps, { actor, query }) => listGrants(deps, actor, query),
    }),
    grants.delete('/{id}', {
      id: 'endGrant',
      summary: 'Remove the access of a program',
      description: 'Its tokens stop working immediately, also for open streams.',
      handle: (deps, { actor, params }) => endGrant(deps, actor, params.id),
    }),
  ]
}
