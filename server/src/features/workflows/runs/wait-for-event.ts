import type { Actor } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Event } from '../../events/schemas.ts'
import { visibleEvents } from '../../events/visible-events.ts'
import { asFacts, listTypes } from '../events-for-expressions.ts'
import { passesFilter, whyFailed } from '../triggers/trigger-scope.ts'
import type { RunRow } from './run-queries.ts'
import type { StepRow } from './step-queries.ts'
import type { Outcome } from './waits.ts'

/** How far a step has looked. It is stored as its output while it waits. */
interface Position {
  after: number
  /** Events that had happened but had no `seq` yet when the step began. */
  before: number[]
  since?: string
}

/** Events per look; each costs an evaluation of the filter. */
const maxEvents = 200

/** Where a step begins to look: only later events count, or those since the start of the run. */
export async function positionNow(
  tx: Tx,
  run: Pick<RunRow, 'workspace_id' | 'started_at'>,
  since: 'step' | 'run',
): Promise<Position> {
  if (since === 'run') return { after: 0, before: [], since: run.started_at.toISOString() }
  const [row] = await tx<{ after: number; before: number[] }>`
    select (select coalesce(max(seq), 0) from events where workspace_id = ${run.workspace_id}) as after,
      array(select id from events where seq is null and workspace_id = ${run.workspace_id}
        order by id desc limit 1000) as before`
  return { after: row?.after ?? 0, before: (row?.before ?? []).map(Number) }
}

type EventSearchResult = Outcome | { lookFrom: Position; hasMore: boolean }

interface EventSearch {
  actor: Actor
  run: Pick<RunRow, 'workspace_id'>
  row: StepRow
}

/** The first event that the step waits for, among those that everyone behind the run may see. */
export async function awaitedEvent(
  tx: Tx,
  { actor, run, row }: EventSearch,
): Promise<EventSearchResult> {
  const position = row.output as unknown as Position
  const { filter } = row.input as { filter?: string }
  const events = await eventsAfter(tx, actor, run, position, listTypes(String(row.waits_id)))
  for (const event of events) {
    const facts = { event: asFacts(event) }
    try {
      if (!filter || passesFilter(filter, facts)) return { output: facts.event }
    } catch (error) {
      const message = whyFailed(error)
      if (message === undefined) throw error
      if (!isBudget(error)) continue
      return { error: { code: 'expression_failed', message }, retryable: false }
    }
  }
  const last = events.at(-1)?.seq
  const lookFrom = last === undefined ? position : { ...position, after: last }
  return { lookFrom, hasMore: events.length === maxEvents }
}

/** A filter that asks for a field that an event lacks does not match; one that costs too much fails. */
function isBudget(error: unknown): boolean {
  return (error as Error).constructor.name === 'BudgetExceeded'
}

function eventsAfter(
  tx: Tx,
  actor: Actor,
  { workspace_id }: Pick<RunRow, 'workspace_id'>,
  { after, before, since }: Position,
  types: readonly string[],
): Promise<Event[]> {
  const reader = {
    userId: actor.userId,
    readsShared: actor.permissions.has('events:read'),
    readsPersonal: actor.permissions.has('notifications:read') && !actor.boundedBy?.length,
    spaceId: actor.spaceId,
  }
  const others = (actor.boundedBy ?? []).map(({ userId }) => {
    const other = { ...reader, userId }
    return tx.part`and exists (select from ${visibleEvents(tx, other)} and e.id = seen.id)`
  })
  const all = others.reduce((list, one) => tx.part`${list} ${one}`, tx.part``)
  return tx<Event>`
    select seq, type, actor, object, data, request_id, created_at from (
      select e.* from ${visibleEvents(tx, reader)} and e.workspace_id = ${workspace_id}
        and e.seq > ${after} and e.type = any(${types}::text[])
        and e.id <> all(${before}::bigint[])
        and (${since ?? null}::timestamptz is null or e.created_at >= ${since ?? null}::timestamptz)
    ) seen where true ${all}
    order by seq limit ${maxEvents}`
}
