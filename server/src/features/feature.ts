import type { Deps } from '../deps.ts'
import type { OperationInput } from '../http/call-operation.ts'
import type { Operation } from '../http/operation.ts'
import type { Actor } from '../http/permissions.ts'
import type { QueueSettings } from '../platform/queue/job-runner.ts'
import type { SealedColumn } from '../platform/sealed-columns.ts'
import type { Backlog } from '../platform/work/backlog.ts'
import type { DueWork } from '../platform/work/due.ts'

/**
 * The interface of a feature: everything that the service needs from it. A feature that works on what
 * others declare adds its field where its type is: `tasks` in `tasks/kinds.ts`, `events` in
 * `events/event-types.ts`, `follower` in `events/dispatch-events.ts`, `questionSupport` in
 * `notifications/question-support.ts` and `subjects` in `questions/ask/complete-question.ts`. So this
 * file imports no feature.
 */
export interface Feature {
  /** The name of its folder. */
  name: string
  /** Its groups of operations in the API reference, each with a one-sentence description. */
  tags?: Readonly<Record<string, string>>
  operations?(service: Service, deps: Pick<Deps, 'clock' | 'counts'>): Operation[]
  /** Small jobs, enqueued in the transaction of the change that needs them. */
  queues?: readonly JobQueue[]
  /** Runs for as long as the worker does. */
  start?(deps: Deps, service: Service): Promise<Part> | Part
  /** What becomes due with time, or was left unfinished by a process that died. */
  due?(deps: Deps): DueWork[]
  /** Its unfinished work, for `/metrics`. Jobs of its queues are counted anyway. */
  backlog?: Backlog
  /** Where it stores secrets, sealed. */
  sealedColumns?: readonly SealedColumn[]
  /** Runs every few minutes: removes expired data. */
  cleanUp?(deps: Deps): Promise<unknown>
  /** Creates the demo users, by first name, before any other demo data. */
  demoPeople?(deps: Deps, owner: Actor): Promise<Map<string, number>>
  /** Creates demo data. Existing data stays unchanged. */
  demo?(deps: Deps, demo: Demo): Promise<unknown>
  /** Whether a demo record may be removed, by the operation that removes it. Defaults to yes. */
  demoGuards?: Readonly<Record<string, DemoGuard>>
  /** What a demo record has created since, such as the results of a run. */
  demoProducts?(deps: Deps, owner: Actor, undo: Undo): Promise<Undo[]>
}

/** The whole service, for features that inspect all others. */
export interface Service {
  /** All operations, in the order of the API reference. */
  operations(): readonly Operation[]
  tags: Readonly<Record<string, string>>
  /** Fills a workspace with demo data and returns messages for its owner. */
  fillDemo(deps: Deps, owner: Actor): Promise<string[]>
  /** Removes what `fillDemo` created, except records that people changed. */
  removeDemo(deps: Deps, owner: Actor): Promise<{ removed: number; kept: number }>
}

export interface JobQueue extends QueueSettings {
  work(deps: Deps, job: never, service: Service): Promise<void>
}

export interface Part {
  due?: readonly DueWork[]
  stop(): Promise<void>
}

export interface Demo {
  owner: Actor
  people: ReadonlyMap<string, number>
  service: Service
  /** Notes how to remove a record that was just created. */
  remember(undo: Undo): Promise<void>
}

/** An operation with its input. */
export interface Undo extends OperationInput {
  operation: string
}

export type DemoGuard = (deps: Deps, owner: Actor, params: object) => Promise<boolean>
