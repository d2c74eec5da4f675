import { type Static, Type } from 'typebox'
import { permissions } from '../../http/permissions.ts'
import { Nullable, named, Time, TimeText } from '../../http/schemas.ts'

const Scope = named('Permission', Type.Enum([...permissions]))

export const ApiKey = named(
  'ApiKey',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    prefix: Type.String({ description: 'The first characters of the key, to recognise it.' }),
    scopes: Type.Array(Scope),
    user_id: Type.Integer(),
    created_at: Time,
    expires_at: Type.Union([Time, Type.Null()]),
    revoked_at: Type.Union([Time, Type.Null()]),
    last_used_at: Type.Union([Time, Type.Null()]),
  }),
)

export type ApiKey = Static<typeof ApiKey>

export const NewApiKey = named(
  'NewApiKey',
  Type.Interface([ApiKey], {
    key: Type.String({
      description: 'The key itself. It is shown only once.',
    }),
  }),
)

export const CreateApiKeyBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  scopes: Type.Optional(
    Type.Array(Scope, {
      maxItems: 100,
      uniqueItems: true,
      description: 'What the key may do. Defaults to everything except administration.',
    }),
  ),
  expires_at: Type.Optional(Nullable(TimeText)),
})

export type CreateApiKeyBody = Static<typeof CreateApiKeyBody>
