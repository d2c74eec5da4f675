import { type Static, Type } from 'typebox'
import { roles } from '../../http/permissions.ts'
import { named, Time } from '../../http/schemas.ts'
import { IsEmailVerified } from '../auth/schemas.ts'

export const MemberRole = named('MemberRole', Type.Enum([...roles]))

export const Member = named(
  'Member',
  Type.Object({
    user_id: Type.Integer(),
    first_name: Type.String(),
    last_name: Type.String(),
    email: Type.String(),
    is_email_verified: IsEmailVerified,
    role: MemberRole,
    is_active: Type.Boolean(),
    joined_at: Time,
  }),
)

export type Member = Static<typeof Member>

export const UpdateMemberBody = Type.Object({ role: MemberRole })

export const MemberChoices = named(
  'MemberChoiceList',
  Type.Object({
    options: Type.Array(
      Type.Object({
        value: Type.Integer({ description: 'The id of the user.' }),
        label: Type.String({ description: 'First Last (email)' }),
      }),
    ),
  }),
)

export type MemberChoices = Static<typeof MemberChoices>
