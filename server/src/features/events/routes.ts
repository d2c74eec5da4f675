import { Type } from 'typebox'
import { operation, streamingOperation } from '../../http/operation.ts'
import { followEvents, lastSeq } from './follow-events.ts'
import { listEventTypes } from './list-event-types.ts'
import { listEvents } from './list-events.ts'
import { type Event, EventList, EventsQuery, EventTypeList, StreamQuery } from './schemas.ts'

const exampleEvent = {
  seq: 42,
  type: 'teamspace.created',
  actor: { id: 1, name: 'Launch agent', kind: 'agent', via: 'api' },
  object: { type: 'teamspace', id: 3 },
  data: { name: 'Launch', slug: 'launch' },
  request_id: 'req-7f3a',
  created_at: '2026-11-15T09:30:00.000Z',
}

export function eventRoutes() {
  return [
    operation({
      id: 'listEvents',
      method: 'GET',
      path: '/api/v1/events',
      tag: 'Events',
      summary: 'List the events of the workspace',
      description:
        'Oldest first; only those that you may see. Personal events also need `notifications:read`. To continue, set `after` to `last_seq`.',
      permission: 'events:read',
      query: EventsQuery,
      status: 200,
      reply: EventList,
      example: { query: { after: 41 }, reply: { results: [exampleEvent], last_seq: 42 } },
      handle: (deps, { actor, query }) => listEvents(deps, actor, query),
    }),
    operation({
      id: 'listEventTypes',
      method: 'GET',
      path: '/api/v1/events/types',
      tag: 'Events',
      summary: 'List the event types and their data',
      description: 'The OpenAPI document lists the same under `webhooks`.',
      permission: 'events:read',
      status: 200,
      reply: EventTypeList,
      etag: true,
      example: {
        reply: {
          results: [
            {
              type: 'task.succeeded',
              description: 'A task succeeded.',
              schema: {
                type: 'object',
                required: ['kind'],
                properties: { kind: { type: 'string' } },
              },
            },
          ],
        },
      },
      handle: (_deps, { actor }) => listEventTypes(actor),
    }),
    streamingOperation({
      id: 'streamEvents',
      method: 'GET',
      path: '/api/v1/events/stream',
      tag: 'Events',
      summary: 'Follow the events of the workspace',
      description:
        'Server-sent events. A client that reconnects with `Last-Event-ID` misses nothing; without it and without `after`, the stream starts now. Its first `id` is the position.',
      permission: 'events:read',
      query: StreamQuery,
      reply: Type.String({ contentMediaType: 'text/event-stream' }),
      events: async (deps, { actor, query, lastEventId }, signal) => {
        const given = lastEventId !== undefined ? Number(lastEventId) || 0 : query.after
        const after = given ?? (await lastSeq(deps))
        return toServerSentEvents(after, followEvents(deps, actor, after, signal))
      },
    }),
  ]
}

async function* toServerSentEvents(after: number, events: AsyncIterable<Event>) {
  yield { id: String(after) }
  for await (const event of events) {
    yield { id: String(event.seq), event: event.type, data: event }
  }
}
