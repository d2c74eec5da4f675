import { type Static, Type } from 'typebox'
import { named, Time } from '../../http/schemas.ts'

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
const Slug = Type.String({ minLength: 1, maxLength: 50, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' })

export const Teamspace = named(
  'Teamspace',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    slug: Type.String(),
    is_active: Type.Boolean(),
    members_count: Type.Integer(),
    created_at: Time,
    updated_at: Time,
  }),
)

export type Teamspace = Static<typeof Teamspace>

export const CreateTeamspaceBody = Type.Object({
  name: Name,
  slug: Type.Optional(Slug),
})

export type CreateTeamspaceBody = Static<typeof CreateTeamspaceBody>

export const UpdateTeamspaceBody = Type.Object({
  name: Type.Optional(Name),
  slug: Type.Optional(Slug),
  is_active: Type.Optional(Type.Boolean()),
})

export type UpdateTeamspaceBody = Static<typeof UpdateTeamspaceBody>

export const TeamspaceMember = named(
  'TeamspaceMember',
  Type.Object({
    user_id: Type.Integer(),
    first_name: Type.String(),
    last_name: Type.String(),
    email: Type.String(),
    added_at: Time,
  }),
)

export type TeamspaceMember = Static<typeof TeamspaceMember>

export const AddTeamspaceMemberBody = Type.Object({
  user_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
})

/** Existing clients of the list rely on this format. */
export const ReachableTeamspaces = named(
  'ReachableTeamspaceList',
  Type.Object({
    default_workspace: Type.Object({ id: Type.Integer(), name: Type.String() }),
    teamspaces: Type.Array(
      Type.Object({ id: Type.Integer(), name: Type.String(), slug: Type.String() }),
    ),
  }),
)

export type ReachableTeamspaces = Static<typeof ReachableTeamspaces>
