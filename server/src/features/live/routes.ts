import { operation, socketOperation } from '../../http/operation.ts'
import { createTicket, socketPath } from './create-ticket.ts'
import { SocketQuery, SocketTicket } from './schemas.ts'

const tag = 'Live'

const frames = `Send a ticket in the URL, or the \`Authorization\` header. A browser page must come from
an origin that the server allows. Frames are JSON text.

- First \`{"type":"ready","last_event_id":41,"heartbeat_seconds":25}\`.
- Then events: \`{"id":42,"type":"notification.created","stream":"user","actor":{…},"object":{…},"data":{…},"created_at":"…","request_id":"…"}\`.
  \`stream\` is \`user\` for your personal events and \`workspace\` for the rest. Keep the last \`id\` and
  reconnect with \`last_event_id\`: you get every event, and none twice.
- \`{"type":"gap"}\` after \`ready\`: the server no longer stores the events that you asked for. Reload
  your data; the stored events follow.
- \`{"type":"presence","object":{"type":"project","id":"…"},"people":[…]}\`: who has a project open, if you do
  yourself (\`announceProjectPresence\`).
- \`{"type":"heartbeat"}\` every 25 s. If none arrives for a minute, reconnect.
- You may send \`{"type":"ping"}\` to get \`{"type":"pong"}\`. The server ignores anything else.

Close codes 1001 (the server stops), 1013 (try again) and 4008 (you read too slowly): reconnect with
\`last_event_id\`. 4001: the credential has expired or its permissions were reduced. 1003, 1008 and
1009: you sent binary data, too many messages, or more than 4 kB.`

export const openSocket = socketOperation({
  id: 'openSocket',
  method: 'GET',
  path: socketPath,
  tag,
  summary: 'Follow events over a WebSocket',
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
        'For browsers, which cannot send a header with a WebSocket. Valid for 30 s and one connection, which ends with the credential of this request.',
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
