import { type Static, Type } from 'typebox'
import { named, Time } from '../../http/schemas.ts'
import { Email, NewPassword, Tokens } from '../auth/schemas.ts'

const InvitedRole = named('InvitedRole', Type.Enum(['admin', 'member', 'guest']))

export const Invitation = named(
  'Invitation',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    email: Type.String(),
    role: InvitedRole,
    teamspace_ids: Type.Array(Type.Integer()),
    invited_by: Type.Union([Type.Integer(), Type.Null()]),
    created_at: Time,
    expires_at: Time,
    accepted_at: Type.Union([Time, Type.Null()]),
  }),
)

export type Invitation = Static<typeof Invitation>

export const NewInvitation = named(
  'NewInvitation',
  Type.Interface([Invitation], {
    token: Type.String({ description: 'Give it to the invited person. It is shown only once.' }),
  }),
)

export const CreateInvitationBody = Type.Object({
  email: Email,
  role: Type.Optional(InvitedRole),
  teamspace_ids: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), {
      maxItems: 100,
      uniqueItems: true,
    }),
  ),
})

export type CreateInvitationBody = Static<typeof CreateInvitationBody>

const Token = Type.String({ minLength: 1, maxLength: 200 })

export const LookUpInvitationBody = Type.Object({ token: Token })

/** What the invited person sees before they join. */
export const InvitationDetails = named(
  'InvitationDetails',
  Type.Object({
    email: Type.String(),
    role: InvitedRole,
    workspace: Type.Object({ name: Type.String() }),
    invited_by: Type.Union([Type.String(), Type.Null()], {
      description: 'Name of the person who sent the invitation.',
    }),
    expires_at: Time,
  }),
)

export type InvitationDetails = Static<typeof InvitationDetails>

export const AcceptInvitationBody = Type.Object({
  token: Token,
  first_name: Type.Optional(Type.String({ maxLength: 100 })),
  last_name: Type.Optional(Type.String({ maxLength: 100 })),
  password: NewPassword,
  new_account: Type.Optional(
    Type.Boolean({
      description:
        'Creates an account of your own if others use the address but nobody has verified it.',
    }),
  ),
})

export type AcceptInvitationBody = Static<typeof AcceptInvitationBody>

export const AcceptedInvitation = named(
  'AcceptedInvitation',
  Type.Interface([Tokens], {
    workspace: Type.Object({ id: Type.Integer(), name: Type.String(), slug: Type.String() }),
  }),
)
