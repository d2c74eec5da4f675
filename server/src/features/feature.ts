import type { Deps } from '../deps.ts'
import type { Operation } from '../http/operation.ts'
import type { Actor } from '../http/permissions.ts'
import type { QueueSettings } from '../platform/queue/queue.ts'
import type { EventFollower } from './events/dispatch-events.ts'
import type { EventDescription } from './events/event-types.ts'
import type { TaskKind } from './tasks/kinds.ts'

/** The front door of a feature: everything that the service has to know about it. */
export interface Feature {
  /** The name of its folder. */
  name: string
  /** Its groups of operations in the reference, each with one sentence about it. */
  tags?: Readonly<Record<string, string>>
  /** What it publishes. */
  events?: Readonly<Record<string, EventDescription>>
  operations?(service: Service, deps: Pick<Deps, 'clock'>): Operation[]
  /** Work that takes long, and what does it. */
  tasks?: readonly TaskKind[]
  /** Small jobs that begin in the transaction of the change that needs them. */
  queues?: readonly JobQueue[]
  /** Sees every event, in order and once, in the transaction that numbers it. */
  follower?(deps: Deps): EventFollower
  /** Runs for as long as the worker does. */
  start?(deps: Deps, service: Service): Promise<Part> | Part
  /** Every few seconds: ends what somebody else was to end. */
  watch?(deps: Deps): Promise<unknown>
  /** Every few minutes: removes what has expired. */
  cleanUp?(deps: Deps): Promise<unknown>
  /** The people of the demo by first name, before any other demo data. */
  demoPeople?(deps: Deps, owner: Actor): Promise<Map<string, number>>
  /** Demo data; what is there already stays as it is. */
  demo?(deps: Deps, demo: Demo): Promise<unknown>
}

/** The whole service, for the features that look at all others. */
export interface Service {
  /** Every operation, in the order of the reference. */
  operations(): readonly Operation[]
  tags: Readonly<Record<string, string>>
  tasks: readonly TaskKind[]
  /** Fills a workspace with demo data and returns what to tell its owner. */
  fillDemo(deps: Deps, owner: Actor): Promise<string[]>
}

export interface JobQueue extends QueueSettings {
  /** How many jobs are done at once. Without `work`, the feature takes them itself in `start`. */
  atOnce?: number
  work?(deps: Deps, job: never): Promise<void>
}

export interface Part {
  stop(): Promise<void>
}

export interface Demo {
  owner: Actor
  people: ReadonlyMap<string, number>
  service: Service
}
