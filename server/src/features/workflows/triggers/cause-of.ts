import { isUuid } from '../../../lib/uuid.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'

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
export async function causeOf(
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
