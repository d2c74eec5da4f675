import { Type } from 'typebox'
import { PageQuery } from '../../http/pagination.ts'
import { resource } from '../../http/resource.ts'
import { UserIdParams } from '../../http/schemas.ts'
import { removeMember, updateMember } from './change-member.ts'
import { getMember, listMemberChoices, listMembers } from './read-members.ts'
import { Member, MemberChoices, UpdateMemberBody } from './schemas.ts'

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

const members = resource({
  tag: 'Members',
  path: '/api/v1/workspaces/members',
  read: 'members:read',
  write: 'members:write',
  params: UserIdParams,
  notFound: 'member_not_found',
  record: Member,
  etag: true,
  example: { params: { user_id: 2 }, record: exampleMember },
})

export function memberRoutes() {
  return [
    members.list('', {
      id: 'listMembers',
      summary: 'List the members of the workspace',
      query: Type.Interface([PageQuery, Search], {}),
      list: (deps, { actor, query }) => listMembers(deps, actor, query),
    }),
    members.get('/as-choices', {
      id: 'listMemberChoices',
      summary: 'List members as options for a dropdown',
      query: Search,
      reply: MemberChoices,
      example: { reply: { options: [{ value: 2, label: 'Jo Lind (jo@example.com)' }] } },
      handle: (deps, { actor, query }) => listMemberChoices(deps, actor, query.search),
    }),
    members.get('/{user_id}', {
      id: 'getMember',
      summary: 'Read a member',
      handle: (deps, { actor, params }) => getMember(deps, actor, params.user_id),
    }),
    members.patch('/{user_id}', {
      id: 'updateMember',
      onlyPeople: true,
      summary: 'Change the role of a member',
      description:
        'Takes effect immediately, also for the API keys of the member. You cannot give a role that may do more than your credential.',
      body: UpdateMemberBody,
      problems: ['quota_exceeded', 'last_owner', 'precondition_failed'],
      example: { body: { role: 'member' } },
      handle: (deps, { actor, params, body, ifMatch }) =>
        updateMember(deps, actor, params.user_id, body.role, ifMatch),
    }),
    members.delete('/{user_id}', {
      id: 'removeMember',
      onlyPeople: true,
      summary: 'Remove a member from the workspace',
      description: 'Also ends their teamspace memberships and API keys in this workspace.',
      problems: ['last_owner'],
      handle: (deps, { actor, params }) => removeMember(deps, actor, params.user_id),
    }),
  ]
}
