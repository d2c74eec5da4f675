import { Type } from 'typebox'
import { listOperation } from '../../http/list-operation.ts'
import { operation } from '../../http/operation.ts'
import { PageQuery } from '../../http/pagination.ts'
import { Nullable, named, Time, UuidParams } from '../../http/schemas.ts'
import { endGrant, listGrants } from './manage-grants.ts'

const tag = 'Credentials'
const base = '/api/v1/auth/grants'

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

export function grantRoutes() {
  return [
    listOperation({
      id: 'listGrants',
      path: base,
      tag,
      summary: 'List programs with access to your account',
      description: 'Programs that signed in with OAuth and act for you. Most recently used first.',
      permission: 'signed-in person',
      query: PageQuery,
      entry: Grant,
      example: { entry: exampleGrant },
      list: (deps, { actor, query }) => listGrants(deps, actor, query),
    }),
    operation({
      id: 'endGrant',
      method: 'DELETE',
      path: `${base}/{id}`,
      tag,
      summary: 'Remove the access of a program',
      description: 'Its tokens stop working immediately, also for open streams.',
      permission: 'signed-in person',
      params: UuidParams,
      status: 204,
      reply: Type.Null(),
      notFound: 'grant_not_found',
      example: { params: { id: exampleGrant.id } },
      handle: (deps, { actor, params }) => endGrant(deps, actor, params.id),
    }),
  ]
}
