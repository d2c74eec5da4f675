import { operation, socketOperation } from '../../http/operation.ts'
import { createTicket, socketPath } from './create-ticket.ts'
import { SocketQuery, SocketTicket } from './schemas.ts'

const tag = 'Live'

const frames = `Give a ticket in the address, or the \`Authorization\` header. A page of a browser must be of
an origin that the server knows. Frames are JSON in text.

- First \`{"type":"ready","last_event_id":41,"heartbeat_seconds":25}\`.
- Then events: \`{"id":42,"type":"notification.created","stream":"user","actor":{…},"object":{…},"data":{…},"created_at":"…","request_id":"…"}\`.
  \`stream\` is \`user\` for what concerns you alone and \`workspace\` for the rest. Keep the last \`id\` and
  come back with \`last_event_id\`: nothing is missing then, and nothing comes twice.
- \`{"type":"gap"}\` after \`ready\`: older events than those that are kept were asked for. Load anew what
  you show; what is kept follows.
- \`{"type":"heartbeat"}\` every 25 s. Without one for a minute, connect again.
- You may send \`{"type":"ping"}\` and get \`{"type":"pong"}\`. Anything else is ignored.

Closed with 1001 (the server stops), 1013 (try again), 4008 (you read too slowly): connect again with
\`last_event_id\`. 4001: the credential has ended or may less than before. 1003, 1008 and 1009: what you
sent was binary, too much, or more than 4 kB.`

export const openSocket = socketOperation({
  id: 'openSocket',
  method: 'GET',
  path: socketPath,
  tag,
  summary: 'Follow what happens over a WebSocket',
  description: frames,
  permission: 'any credential',
  query: SocketQuery,
  problems: [
    'upgrade_required',
    'origin_forbidden',
    'too_many_sockets',
    'sockets_exhausted',
    'shutting_down',
    'bad_request',
  ],
  example: { query: { streams: 'user', last_event_id: 41 } },
})

export function liveRoutes() {
  return [
    operation({
      id: 'createSocketTicket',
      method: 'POST',
      path: `${socketPath}/tickets`,
      tag,
      summary: 'Get a ticket for a WebSocket',
      description:
        'For browsers, which cannot send a header with a WebSocket. Valid for 30 s and for one connection, which ends with the credential that asked.',
      permission: 'any credential',
      status: 201,
      reply: SocketTicket,
      example: {
        reply: {
          ticket: 'att_3vQ…',
          url: 'ws://localhost:4600/api/v1/ws?ticket=att_3vQ…',
          expires_at: '2026-11-15T09:30:30.000Z',
        },
      },
      handle: (deps, { actor }) => createTicket(deps, actor),
    }),
    openSocket,
  ]
}
