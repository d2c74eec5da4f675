import { Type } from 'typebox'

export const Email = Type.String({ format: 'email', maxLength: 254 })

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

export const Tokens = Type.Object({
  access_token: Type.String({ description: 'Goes into "Authorization: Bearer".' }),
  refresh_token: Type.String({ description: 'Works once; the answer holds the next one.' }),
  expires_in: Type.Integer({ description: 'Seconds until the access token ends.' }),
  token_type: Type.Literal('Bearer'),
})

export const PasswordBody = Type.Object({
  current_password: Type.Optional(Type.String({ maxLength: 200 })),
  new_password: NewPassword,
})
