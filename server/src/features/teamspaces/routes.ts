import { Type } from 'typebox'
import { listOperation } from '../../http/list-operation.ts'
import { operation } from '../../http/operation.ts'
import { PageQuery } from '../../http/pagination.ts'
import { IntegerIdParams, UserIdParams } from '../../http/schemas.ts'
import { addTeamspaceMember, removeTeamspaceMember } from './change-members.ts'
import { createTeamspace } from './create-teamspace.ts'
import { deleteTeamspace } from './delete-teamspace.ts'
import {
  getTeamspace,
  listReachableTeamspaces,
  listTeamspaceMembers,
  listTeamspaces,
} from './read-teamspaces.ts'
import {
  AddTeamspaceMemberBody,
  CreateTeamspaceBody,
  ReachableTeamspaces,
  Teamspace,
  TeamspaceMember,
  UpdateTeamspaceBody,
} from './schemas.ts'
import { updateTeamspace } from './update-teamspace.ts'

const tag = 'Teamspaces'
const base = '/api/v1/workspaces/teamspaces'

const exampleSpace = {
  id: 3,
  name: 'Launch',
  slug: 'launch',
  is_active: true,
  members_count: 1,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
}

const exampleMember = {
  user_id: 1,
  first_name: 'Mia',
  last_name: 'Wong',
  email: 'mia@example.com',
  added_at: '2026-11-15T09:30:00.000Z',
}

export function teamspaceRoutes() {
  return [
    operation({
      id: 'listReachableTeamspaces',
      method: 'GET',
      path: '/api/v1/service/workspaces',
      tag,
      summary: 'List your teamspaces',
      description: 'The `Space` header accepts only the teamspaces listed here.',
      permission: 'teamspaces:read',
      status: 200,
      reply: ReachableTeamspaces,
      example: {
        reply: {
          default_workspace: { id: 1, name: 'Northwind' },
          teamspaces: [{ id: 3, name: 'Launch', slug: 'launch' }],
        },
      },
      handle: (deps, { actor }) => listReachableTeamspaces(deps, actor),
    }),
    listOperation({
      id: 'listTeamspaces',
      path: base,
      tag,
      summary: 'List the teamspaces of the workspace',
      description: 'Guests see only their own teamspaces.',
      permission: 'teamspaces:read',
      query: PageQuery,
      entry: Teamspace,
      example: { entry: exampleSpace },
      list: (deps, { actor, query }) => listTeamspaces(deps, actor, query),
    }),
    operation({
      id: 'createTeamspace',
      method: 'POST',
      path: base,
      tag,
      summary: 'Create a teamspace',
      description:
        'You become its first member. Without a slug, the server derives one from the name.',
      permission: 'teamspaces:write',
      body: CreateTeamspaceBody,
      status: 201,
      reply: Teamspace,
      etag: true,
      problems: ['slug_taken'],
      example: { body: { name: 'Launch' }, reply: exampleSpace },
      handle: (deps, { actor, body }) => createTeamspace(deps, actor, body),
    }),
    operation({
      id: 'getTeamspace',
      method: 'GET',
      path: `${base}/{id}`,
      tag,
      summary: 'Read a teamspace',
      permission: 'teamspaces:read',
      params: IntegerIdParams,
      status: 200,
      reply: Teamspace,
      etag: true,
      notFound: 'teamspace_not_found',
      example: { params: { id: 3 }, reply: exampleSpace },
      handle: (deps, { actor, params }) => getTeamspace(deps, actor, params.id),
    }),
    operation({
      id: 'updateTeamspace',
      method: 'PATCH',
      path: `${base}/{id}`,
      tag,
      summary: 'Change a teamspace',
      permission: 'teamspaces:write',
      params: IntegerIdParams,
      body: UpdateTeamspaceBody,
      status: 200,
      reply: Teamspace,
      etag: true,
      notFound: 'teamspace_not_found',
      problems: ['slug_taken', 'precondition_failed'],
      example: { params: { id: 3 }, body: { name: 'Launch' }, reply: exampleSpace },
      handle: (deps, { actor, params, body, ifMatch }) =>
        updateTeamspace(deps, actor, params.id, body, ifMatch),
    }),
    operation({
      id: 'deleteTeamspace',
      method: 'DELETE',
      path: `${base}/{id}`,
      tag,
      summary: 'Delete a teamspace',
      permission: 'teamspaces:write',
      params: IntegerIdParams,
      status: 204,
      reply: Type.Null(),
      notFound: 'teamspace_not_found',
      problems: ['precondition_failed'],
      example: { params: { id: 3 } },
      handle: (deps, { actor, params, ifMatch }) =>
        deleteTeamspace(deps, actor, params.id, ifMatch),
    }),
    listOperation({
      id: 'listTeamspaceMembers',
      path: `${base}/{id}/members`,
      tag,
      summary: 'List the members of a teamspace',
      permission: 'teamspaces:read',
      params: IntegerIdParams,
      query: PageQuery,
      entry: TeamspaceMember,
      notFound: 'teamspace_not_found',
      example: { params: { id: 3 }, entry: exampleMember },
      list: (deps, { actor, params, query }) => listTeamspaceMembers(deps, actor, params.id, query),
    }),
    operation({
      id: 'addTeamspaceMember',
      method: 'POST',
      path: `${base}/{id}/members`,
      tag,
      summary: 'Add a member of the workspace to a teamspace',
      permission: 'teamspaces:write',
      params: IntegerIdParams,
      body: AddTeamspaceMemberBody,
      status: 201,
      reply: TeamspaceMember,
      notFound: 'teamspace_not_found',
      example: { params: { id: 3 }, body: { user_id: 1 }, reply: exampleMember },
      handle: (deps, { actor, params, body }) =>
        addTeamspaceMember(deps, actor, params.id, body.user_id),
    }),
    operation({
      id: 'removeTeamspaceMember',
      method: 'DELETE',
      path: `${base}/{id}/members/{user_id}`,
      tag,
      summary: 'Remove a member from a teamspace',
      permission: 'teamspaces:write',
      params: Type.Interface([IntegerIdParams, UserIdParams], {}),
      status: 204,
      reply: Type.Null(),
      notFound: 'teamspace_not_found',
      problems: ['teamspace_member_not_found'],
      example: { params: { id: 3, user_id: 1 } },
      handle: (deps, { actor, params }) =>
        removeTeamspaceMember(deps, actor, params.id, params.user_id),
    }),
  ]
}
