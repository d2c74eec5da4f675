import { type Static, Type } from 'typebox'
import { named, Time } from '../../http/schemas.ts'

export const SocketTicket = named(
  'SocketTicket',
  Type.Object({
    ticket: Type.String({ description: 'Opens one WebSocket, once.' }),
    url: Type.String({ description: 'Where to connect, with the ticket in it.' }),
    expires_at: Time,
  }),
)

export type SocketTicket = Static<typeof SocketTicket>

export const SocketQuery = Type.Object({
  ticket: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'From `POST /api/v1/ws/tickets`, where no header can be sent.',
    }),
  ),
  streams: Type.Optional(
    Type.Enum(['user', 'workspace', 'user,workspace'], {
      description:
        '`user`: what concerns you alone (`notifications:read`). `workspace`: what happens in the workspace (`events:read`). Left out: `user`, and `workspace` too if the credential may.',
    }),
  ),
  last_event_id: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Go on after this event. Left out, the stream starts now.',
    }),
  ),
})

export type SocketQuery = Static<typeof SocketQuery>
