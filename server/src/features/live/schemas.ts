import { type Static, Type } from 'typebox'
import { named, Time } from '../../http/schemas.ts'

export const SocketTicket = named(
  'SocketTicket',
  Type.Object({
    ticket: Type.String({ description: 'Opens one WebSocket, only once.' }),
    url: Type.String({ description: 'The URL to connect to, including the ticket.' }),
    expires_at: Time,
  }),
)

export type SocketTicket = Static<typeof SocketTicket>

export const SocketQuery = Type.Object({
  ticket: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'From `POST /api/v1/ws/tickets`, for clients that cannot send a header.',
    }),
  ),
  streams: Type.Optional(
    Type.Enum(['user', 'workspace', 'user,workspace'], {
      description:
        '`user`: your personal events (`notifications:read`). `workspace`: events of the workspace (`events:read`). Defaults to `user`, plus `workspace` if the credential has its permission.',
    }),
  ),
  last_event_id: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Continue after this event. If you leave it out, the stream starts now.',
    }),
  ),
})

export type SocketQuery = Static<typeof SocketQuery>
