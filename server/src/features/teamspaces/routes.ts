import { Type } from 'typebox'
import { PageQuery } from '../../http/pagination.ts'
import { resource } from '../../http/resource.ts'
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

const teamspaces = resource({
  tag: 'Teamspaces',
  path: '/api/v1',
  read: 'teamspaces:read',
  write: 'teamspaces:write',
  params: Type.Interface([IntegerIdParams, UserIdParams], {}),
  notFound: 'teamspace_not_found',
  record: Teamspace,
  etag: true,
  example: { params: { id: 3, user_id: 1 }, record: exampleSpace },
})

export function teamspaceRoutes() {
  return [
    teamspaces.get('/service/workspaces', {
      id: 'listReachableTeamspaces',
      summary: 'List your teamspaces',
      description: 'The `Space` header accepts only the teamspaces listed here.',
      reply: ReachableTeamspaces,
      example: {
        reply: {
          default_workspace: { id: 1, name: 'Northwind' },
          teamspaces: [{ id: 3, name: 'Launch', slug: 'launch' }],
        },
      },
      handle: (deps, { actor }) => listReachableTeamspaces(deps, actor),
    }),
    teamspaces.list('/workspaces/teamspaces', {
      id: 'listTeamspaces',
      summary: 'List the teamspaces of the workspace',
      description: 'Guests see only their own teamspaces.',
      query: PageQuery,
      list: (deps, { actor, query }) => listTeamspaces(deps, actor, query),
    }),
    teamspaces.create('/workspaces/teamspaces', {
      id: 'createTeamspace',
      summary: 'Create a teamspace',
      description:
        'You become its first member. Without a slug, the server derives one from the name.',
      body: CreateTeamspaceBody,
      problems: ['slug_taken'],
      example: { body: { name: 'Launch' } },
      handle: (deps, { actor, body }) => createTeamspace(deps, actor, body),
    }),
    teamspaces.get('/workspaces/teamspaces/{id}', {
      id: 'getTeamspace',
      summary: 'Read a teamspace',
      handle: (deps, { actor, params }) => getTeamspace(deps, actor, params.id),
    }),
    teamspaces.patch('/workspaces/teamspaces/{id}', {
      id: 'updateTeamspace',
      summary: 'Change a teamspace',
      body: UpdateTeamspaceBody,
      problems: ['slug_taken', 'precondition_failed'],
      example: { body: { name: 'Launch' } },
      handle: (deps, { actor, params, body, ifMatch }) =>
        updateTeamspace(deps, actor, params.id, body, ifMatch),
    }),
    teamspaces.delete('/workspaces/teamspaces/{id}', {
      id: 'deleteTeamspace',
      summary: 'Delete a teamspace',
      problems: ['precondition_failed'],
      handle: (deps, { actor, params, ifMatch }) =>
        deleteTeamspace(deps, actor, params.id, ifMatch),
    }),
    teamspaces.list('/workspaces/teamspaces/{id}/members', {
      id: 'listTeamspaceMembers',
      summary: 'List the members of a teamspace',
      query: PageQuery,
      entry: TeamspaceMember,
      example: { entry: exampleMember },
      list: (deps, { actor, params, query }) => listTeamspaceMembers(deps, actor, params.id, query),
    }),
    teamspaces.create('/workspaces/teamspaces/{id}/members', {
      id: 'addTeamspaceMember',
      summary: 'Add a member of the workspace to a teamspace',
      body: AddTeamspaceMemberBody,
      reply: TeamspaceMember,
      example: { body: { user_id: 1 }, reply: exampleMember },
      handle: (deps, { actor, params, body }) =>
        addTeamspaceMember(deps, actor, params.id, body.user_id),
    }),
    teamspaces.delete('/workspaces/teamspaces/{id}/members/{user_id}', {
      id: 'removeTeamspaceMember',
      summary: 'Remove a member from a teamspace',
      problems: ['teamspace_member_not_found'],
      handle: (deps, { actor, params }) =>
        removeTeamspaceMember(deps, actor, params.id, params.user_id),
    }),
  ]
}
