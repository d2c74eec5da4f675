import type { Deps } from '../../../deps.ts'
import { problem } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { countUnfinished } from './run-queries.ts'

/**
 * Called after the run is written as unfinished: rejects it if there are too many. Runs that start
 * at the same moment do not see each other, so a few can exceed the limit. Serializing them would
 * slow down every start.
 */
export async function requireRoom(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  workspaceId: number,
): Promise<void> {
  const most = config.maxUnfinishedRuns
  if ((await countUnfinished(tx, workspaceId, most + 1)) <= most) return
  throw problem('too_many_runs', {
    detail: `The workspace already has ${most} unfinished runs. Wait for some to end, or terminate them.`,
  })
}
