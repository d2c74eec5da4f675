import type { Deps } from '../../../deps.ts'
import { isUuid } from '../../../lib/uuid.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import type { NumberedEvent } from '../../events/dispatch-events.ts'
import type { Event } from '../../events/schemas.ts'
import { visibleEvents } from '../../events/visible-events.ts'
import { asFacts, canTrigger, listPatterns } from '../events-for-expressions.ts'
import { findStarter, fireTrigger } from './fire-trigger.ts'
import { triggersWithQueue } from './firing-queries.ts'
import { startQueued } from './start-queued.ts'
import { eventTriggers, lockTrigger, type TriggerRow } from './trigger-queries.ts'
import { passesFilter, whyFailed } from './trigger-scope.ts'

/** An event that a trigger may want; without one, a firing of the trigger may be able to start. */
interface TriggerJob {
  workspace_id: number
  trigger_id: string
  seq?: number
}

const triggersQueue = 'workflow-triggers'

const runEndings: readonly string[] = [
  'workflow_run.completed',
  'workflow_run.failed',
  'workflow_run.terminated',
  'workflow_run.timed_out',
]

/** Sends a job for each event and trigger that may match. Filters are evaluated in the job. */
export async function followTriggers(
  { queue }: Pick<Deps, 'queue'>,
  tx: Tx,
  events: readonly NumberedEvent[],
): Promise<void> {
  const jobs = [...(await wantedEvents(tx, events)), ...(await endedRuns(tx, events))]
  await queue.sendAll(
    tx,
    jobs.map(({ trace, ...data }) => ({ queue: triggersQueue, data, trace })),
  )
}

async function wantedEvents(tx: Tx, all: readonly NumberedEvent[]) {
  const events = all.filter(({ type }) => canTrigger(type))
  const workspaces = [...new Set(events.map(({ workspace_id }) => workspace_id))]
  const patterns = [...new Set(events.flatMap(({ type }) => listPatterns(type)))]
  if (events.length === 0) return []
  const triggers = await eventTriggers(tx, workspaces, patterns)
  return events.flatMap(({ seq, type, workspace_id, trace }) =>
    triggers
      .filter(
        (trigger) =>
          trigger.workspace_id === workspace_id &&
          listPatterns(type).includes(trigger.event_pattern as string),
      )
      .map(({ id: trigger_id }) => ({ workspace_id, trigger_id, seq, trace })),
  )
}

async function endedRuns(tx: Tx, events: readonly NumberedEvent[]) {
  const ended = events.filter(({ type }) => runEndings.includes(type))
  if (ended.length === 0) return []
  const queues = await triggersWithQueue(
    tx,
    ended.map(({ object }) => String(object.id)),
  )
  return queues.map((queue) => ({ ...queue, trace: null }))
}

export const triggerJobs = {
  name: triggersQueue,
  // About a day with growing delays: a workspace with too many runs gets its events later.
  retryLimit: 20,
  atOnce: 10,
  work: (deps: Deps, { seq, ...trigger }: TriggerJob) =>
    seq === undefined ? startQueued(deps, trigger) : fireForEvent(deps, { ...trigger, seq }),
}

async function fireForEvent(deps: Deps, job: Required<TriggerJob>): Promise<void> {
  await deps.db.atomically('system', async (db, tx) => {
    const trigger = await lockTrigger(tx, job.workspace_id, job.trigger_id)
    if (!trigger?.is_active) return
    const event = await findEvent(tx, trigger, job.seq)
    if (!event) return
    const cause = await findCause(tx, job.workspace_id, event as Event)
    const isOwn = cause?.workflow_ids.includes(trigger.workflow_id) ?? false
    if (isOwn && !trigger.settings.include_own) return
    const facts = { event }
    const occasion = {
      sourceKey: `event:${job.seq}`,
      eventId: job.seq,
      rootCause: cause?.root_cause ?? `event:${job.seq}`,
      chainLength: (cause?.chain_length ?? 0) + 1,
      facts,
    }
    try {
      const { filter } = trigger.settings
      if (filter && !passesFilter(filter, facts)) return
    } catch (error) {
      // A filter that asks for a field that this event lacks does not match it.
      if (whyFailed(error) === undefined) throw error
      deps.log.debug({ err: error, trigger_id: trigger.id }, 'a trigger filter failed')
      return
    }
    await fireTrigger({ ...deps, db }, tx, trigger, occasion)
  })
}

/** The event as the trigger's author may see it, if they may. */
async function findEvent(tx: Tx, trigger: TriggerRow, seq: number): Promise<object | undefined> {
  const starter = await findStarter(tx, trigger)
  if ('reason' in starter) return undefined
  const reader = {
    userId: starter.userId,
    readsShared: starter.permissions.has('events:read'),
    readsPersonal: starter.permissions.has('notifications:read'),
    spaceId: starter.spaceId,
  }
  const [event] = await tx<Event>`
    select e.seq, e.type, e.actor, e.object, e.data, e.request_id, e.created_at
    from ${visibleEvents(tx, reader)} and e.workspace_id = ${trigger.workspace_id} and e.seq = ${seq}`
  return event && asFacts(event)
}

interface Cause {
  /** Of the run, and of the runs that it is part of. */
  workflow_ids: string[]
  chain_length: number
  root_cause: string
}

interface CausedEvent {
  object: { type: string; id: number | string }
  request_id: string | null
}

/**
 * The run that caused an event. Changes, tasks and messages of a step carry the id of its run as
 * their request, and the events about a run are its own.
 */
async function findCause(
  sql: Sql,
  workspaceId: number,
  { object, request_id }: CausedEvent,
): Promise<Cause | undefined> {
  const id = object.type === 'workflow_run' ? String(object.id) : request_id?.slice(0, 36)
  if (id === undefined || !isUuid(id)) return undefined
  const [row] = await sql<Cause>`
    with recursive runs as (
      select workflow_id, chain_length, parent_run_id, coalesce(root_cause, 'run:' || id) as root_cause
      from workflow_runs
      where workspace_id = ${workspaceId} and id = ${id}
      union all
      select r.workflow_id, r.chain_length, r.parent_run_id, runs.root_cause from workflow_runs r
        join runs on r.id = runs.parent_run_id where r.workspace_id = ${workspaceId})
    select array_agg(workflow_id) as workflow_ids, max(chain_length) as chain_length,
      min(root_cause) as root_cause
    from runs having count(*) > 0`
  return row
}
