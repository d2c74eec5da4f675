import { type Static, Type } from 'typebox'
import { named } from '../../http/schemas.ts'

const ClientId = Type.String({
  maxLength: 64,
  description: 'Tells apart several windows of one credential.',
})

export const PresenceBody = Type.Object({
  client_id: Type.Optional(ClientId),
  is_editing: Type.Optional(Type.Boolean({ description: 'Whether there are unsaved changes.' })),
})

export type PresenceBody = Static<typeof PresenceBody>

export const PresenceQuery = Type.Object({ client_id: Type.Optional(ClientId) })

export const ProjectPresence = named(
  'ProjectPresence',
  Type.Object({
    people: Type.Array(
      Type.Object({
        id: Type.Integer({ description: 'The person, or the owner of the agent’s key.' }),
        name: Type.String(),
        kind: Type.Enum(['user', 'agent', 'system']),
        is_editing: Type.Boolean(),
      }),
      { description: 'Everyone who has the project open, you included.' },
    ),
    expires_in_seconds: Type.Integer({ description: 'Announce yourself again before that.' }),
  }),
)

export type ProjectPresence = Static<typeof ProjectPresence>
