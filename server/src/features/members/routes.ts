import { Type } from 'typebox'
import { listOperation } from '../../http/list-operation.ts'
import { operation } from '../../http/operation.ts'
import { PageQuery } from '../../http/pagination.ts'
import { UserIdParams } from '../../http/schemas.ts'
import { removeMember, updateMember } from './change-member.ts'
import { getMember, listMemberChoices, listMembers } from './read-members.ts'
import { Member, MemberChoices, UpdateMemberBody } from './schemas.ts'

const tag = 'Members'
const base = '/api/v1/workspaces/members'

const Search = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of a name or email.' })),
})

const exampleMember = {
  user_id: 2,
  first_name: 'Jo',
  last_name: 'Lind',
  email: 'jo@example.com',
  is_email_verified: true,
  role: 'member',
  is_active: true,
  joined_at: '2026-11-15T09:30:00.000Z',
}

export function memberRoutes() {
  return [
    listOperation({
      id: 'listMembers',
      path: base,
      tag,
      summary: 'List the members of the workspace',
      permission: 'members:read',
      query: Type.Interface([PageQuery, Search], {}),
      entry: Member,
      example: { entry: exampleMember },
      list: (deps, { actor, query }) => listMembers(deps, actor, query),
    }),
    operation({
      id: 'listMemberChoices',
      method: 'GET',
      path: `${base}/as-choices`,
      tag,
      summary: 'List members as options for a dropdown',
      permission: 'members:read',
      query: Search,
      status: 200,
      reply: MemberChoices,
      example: { reply: { options: [{ value: 2, label: 'Jo Lind (jo@example.com)' }] } },
      handle: (deps, { actor, query }) => listMemberChoices(deps, actor, query.search),
    }),
    operation({
      id: 'getMember',
      method: 'GET',
      path: `${base}/{user_id}`,
      tag,
      summary: 'Read a member',
      permission: 'members:read',
      params: UserIdParams,
      status: 200,
      reply: Member,
      etag: true,
      notFound: 'member_not_found',
      example: { params: { user_id: 2 }, reply: exampleMember },
      handle: (deps, { actor, params }) => getMember(deps, actor, params.user_id),
    }),
    operation({
      id: 'updateMember',
      onlyPeople: true,
      method: 'PATCH',
      path: `${base}/{user_id}`,
      tag,
      summary: 'Change the role of a member',
      description:
        'Takes effect immediately, also for the API keys of the member. You cannot give a role that may do more than your credential.',
      permission: 'members:write',
      params: UserIdParams,
      body: UpdateMemberBody,
      status: 200,
      reply: Member,
      etag: true,
      notFound: 'member_not_found',
      problems: ['quota_exceeded', 'last_owner', 'precondition_failed'],
      example: { params: { user_id: 2 }, body: { role: 'member' }, reply: exampleMember },
      handle: (deps, { actor, params, body, ifMatch }) =>
        updateMember(deps, actor, params.user_id, body.role, ifMatch),
    }),
    operation({
      id: 'removeMember',
      onlyPeople: true,
      method: 'DELETE',
      path: `${base}/{user_id}`,
      tag,
      summary: 'Remove a member from the workspace',
      description: 'Also ends their teamspace memberships and API keys in this workspace.',
      permission: 'members:write',
      params: UserIdParams,
      status: 204,
      reply: Type.Null(),
      notFound: 'member_not_found',
      problems: ['last_owner'],
      example: { params: { user_id: 2 } },
      handle: (deps, { actor, params }) => removeMember(deps, actor, params.user_id),
    }),
  ]
}
