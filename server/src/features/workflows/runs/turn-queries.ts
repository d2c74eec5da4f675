import type { Sql } from '../../../platform/postgres/sql.ts'

/** A process that has not renewed its turn for this long counts as dead. */
const leaseSeconds = 8

export interface Turn {
  runId: string
  processId: string
}

type TurnState = 'begun' | 'held' | 'abandoned'

/**
 * Records that this process works on a run. `held`: another live process works on it. `abandoned`:
 * the process that worked on it has neither ended nor renewed its turn.
 */
export async function beginTurn(sql: Sql, { runId, processId }: Turn): Promise<TurnState> {
  const [row] = await sql<{ state: TurnState }>`
    with begun as (
      insert into workflow_turns (run_id, workspace_id, process_id, revision, deaths, renewed_at)
      select id, workspace_id, ${processId}, revision, 0, now() from workflow_runs where id = ${runId}
      on conflict (run_id) do nothing returning run_id)
    select case when exists (select from begun) then 'begun' when exists (
      select from workflow_turns where run_id = ${runId} and process_id <> ${processId}
        and renewed_at < now() - make_interval(secs => ${leaseSeconds})) then 'abandoned'
      else 'held' end as state`
  return row?.state ?? 'held'
}

/**
 * Takes over an abandoned turn. Returns the number of processes that died on the run since its last
 * progress; undefined if another process was faster.
 */
export async function takeOverTurn(
  sql: Sql,
  { runId, processId }: Turn,
): Promise<number | undefined> {
  const [row] = await sql<{ deaths: number }>`
    update workflow_turns t set process_id = ${processId}, renewed_at = now(),
      deaths = case when r.revision > t.revision then 1 else t.deaths + 1 end, revision = r.revision
    from workflow_runs r
    where r.id = t.run_id and t.run_id = ${runId} and t.process_id <> ${processId}
      and t.renewed_at < now() - make_interval(secs => ${leaseSeconds})
    returning t.deaths`
  return row?.deaths
}

/** False if another process has taken over the turn. */
export async function renewTurn(sql: Sql, { runId, processId }: Turn): Promise<boolean> {
  const kept = await sql`update workflow_turns set renewed_at = now()
    where run_id = ${runId} and process_id = ${processId} returning run_id`
  return kept.length > 0
}

export async function endTurn(sql: Sql, { runId, processId }: Turn): Promise<void> {
  await sql`delete from workflow_turns where run_id = ${runId} and process_id = ${processId}`
}

/** A process that shuts down releases all its turns; none counts as a death. */
export async function deleteTurns(sql: Sql, processId: string): Promise<void> {
  await sql`delete from workflow_turns where process_id = ${processId}`
}
