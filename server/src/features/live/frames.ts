import type { Place, PresentPerson } from '../../platform/presence.ts'
import { isPersonal } from '../events/known-events.ts'
import type { Event } from '../events/schemas.ts'
import type { ScopedEvent } from '../events/visible-events.ts'

/** An event as stored in the outbox, with its audience. */
export type StoredEvent = Event & ScopedEvent

/** Encoded once for all receivers; a string would be encoded again for each. */
export type Frame = Buffer

function frame(content: object): Frame {
  return Buffer.from(JSON.stringify(content))
}

export const heartbeat = frame({ type: 'heartbeat' })
export const gap = frame({ type: 'gap' })
export const pong = frame({ type: 'pong' })

export function ready(lastEventId: number, heartbeatSeconds: number): Frame {
  return frame({
    type: 'ready',
    last_event_id: lastEventId,
    heartbeat_seconds: heartbeatSeconds,
  })
}

export function presenceFrame({ type, id }: Place, people: PresentPerson[]): Frame {
  return frame({ type: 'presence', object: { type, id }, people })
}

export function eventFrame(event: StoredEvent): Frame {
  const { seq, type, actor, object, data, created_at, request_id } = event
  const stream = isPersonal(type) ? 'user' : 'workspace'
  return frame({ id: seq, type, stream, actor, object, data, created_at, request_id })
}
