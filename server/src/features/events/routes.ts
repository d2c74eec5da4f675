import { Type } from 'typebox'
import { resource } from '../../http/resource.ts'
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

const events = resource({
  tag: 'Events',
  path: '/api/v1/events',
  read: 'events:read',
})

export function eventRoutes() {
  return [
    events.get('', {
      id: 'listEvents',
      summary: 'List the events of the workspace',
      description:
        'Oldest first; only those that you may see. Personal events also need `notifications:read`. To continue, set `after` to `last_seq`.',
      query: EventsQuery,
      reply: EventList,
      example: { query: { after: 41 }, reply: { results: [exampleEvent], last_seq: 42 } },
      handle: (deps, { actor, query }) => listEvents(deps, actor, query),
    }),
    events.get('/types', {
      id: 'listEventTypes',
      summary: 'List the event types and their data',
      description: 'The OpenAPI document lists the same under `webhooks`.',
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
    events.get('/stream', {
      id: 'streamEvents',
      summary: 'Follow the events of the workspace',
      description:
        'Server-sent events. A client that reconnects with `Last-Event-ID` misses nothing; without it and without `after`, the stream starts now. Its first `id` is the position.',
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
