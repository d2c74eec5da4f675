import { Type } from 'typebox'
import { named, Time } from '../../http/schemas.ts'

export const Email = Type.String({ format: 'email', maxLength: 254 })

export const IsEmailVerified = Type.Boolean({
  description:
    'Whether the person proved that the address is theirs. An unverified address gets no email except the one that verifies it.',
})

export const NewPassword = Type.String({
  minLength: 10,
  maxLength: 200,
  description: 'At least ten characters.',
})

export const LoginBody = Type.Object({
  email: Email,
  password: Type.String({ minLength: 1, maxLength: 200 }),
})

export const RefreshBody = Type.Object({
  refresh_token: Type.String({ minLength: 1, maxLength: 200 }),
})

export const Tokens = named(
  'Session',
  Type.Object({
    access_token: Type.String({ description: 'Send it as "Authorization: Bearer".' }),
    refresh_token: Type.String({ description: 'Works once; the response contains the next one.' }),
    expires_in: Type.Integer({ description: 'Seconds until the access token expires.' }),
    token_type: Type.Literal('Bearer'),
  }),
)

export const PasswordBody = Type.Object({
  current_password: Type.Optional(Type.String({ maxLength: 200 })),
  new_password: NewPassword,
})

export const BrowserSessionBody = Type.Object({
  email: Type.Optional(Email),
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  access_token: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Instead of email and password, if the page already has one.',
    }),
  ),
  refresh_token: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Instead of email and password, to move its session into the browser.',
    }),
  ),
})

export const BrowserSession = named('BrowserSession', Type.Object({ user_id: Type.Integer() }))

const Name = Type.String({ maxLength: 100 })

export const SignInLinkBody = Type.Object({
  token: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'The part of the link after the #.',
  }),
  new_password: NewPassword,
  first_name: Type.Optional(Name),
  last_name: Type.Optional(Name),
})

export const ForgottenBody = Type.Object({ email: Email })

export const ForgottenReply = named(
  'RequestPasswordLinkReply',
  Type.Object({
    is_mail_configured: Type.Boolean({
      description: 'Whether this server sends email at all. Does not depend on the address.',
    }),
  }),
)

export const LinkTokenBody = Type.Object({ token: SignInLinkBody.properties.token })

export const SignInLink = named(
  'SignInLink',
  Type.Object({
    email: Type.String({ description: 'The email of the link’s owner.' }),
    has_password: Type.Boolean({
      description: 'Whether the person already has a password, which the link replaces.',
    }),
    proves_email: Type.Boolean({
      description:
        'Whether the link was mailed to an address that nobody has verified. `verifyEmail` then verifies it for the signed-in person, and `redeemSignInLink` creates a new account that owns it.',
    }),
    expires_at: Time,
  }),
)

export const UpdateMeBody = Type.Object({
  first_name: Type.Optional(Name),
  last_name: Type.Optional(Name),
})

export const Me = named(
  'Me',
  Type.Object({
    user: Type.Object({
      id: Type.Integer(),
      email: Type.String(),
      first_name: Type.String(),
      last_name: Type.String(),
      has_password: Type.Boolean(),
      is_email_verified: IsEmailVerified,
    }),
    credential: Type.String({ description: 'session, key or oauth' }),
    workspace_id: Type.Integer({ description: 'The workspace of this request.' }),
    role: Type.String(),
    permissions: Type.Array(Type.String(), {
      description: 'The permissions of the credential in that workspace.',
    }),
    workspaces: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        slug: Type.String(),
        is_active: Type.Boolean(),
        role: Type.String(),
      }),
    ),
    last_event_id: Type.Integer({
      description:
        'Connect to the WebSocket with it to miss nothing that happens after this response.',
    }),
  }),
)

export const PermissionList = named(
  'PermissionList',
  Type.Object({
    results: Type.Array(Type.Object({ name: Type.String(), words: Type.String() })),
  }),
)
