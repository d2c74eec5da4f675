import type { Deps } from '../../../deps.ts'
import { problem } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { countUnfinished } from './run-queries.ts'

/**
 * After a run has been written as unfinished: refuses it when there are too many. Those that begin at
 * the same moment do not see each other, so a few more than the limit can get in; to make them wait
 * for each other would cost every start.
 */
export async function requireRoom(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  workspaceId: number,
): Promise<void> {
  const most = config.maxUnfinishedRuns
  if ((await countUnfinished(tx, workspaceId, most + 1)) <= most) return
  throw problem('too_many_runs', {
    detail: `The workspace has ${most} runs that have not ended. Wait for some to end, or terminate them.`,
  })
}
