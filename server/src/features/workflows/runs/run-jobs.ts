import type { Deps } from '../../../deps.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { SendOptions } from '../../../platform/queue/queue.ts'

/** A job only names the run. The work is planned from the records. */
export interface RunJob {
  run_id: string
  workspace_id: number
}

export const runsQueue = 'workflow-runs'

/** Bus topic for run changes; the message is the run id. */
export const runChanged = 'workflow-run-changed'

/**
 * A run that a worker is advancing is checked again after this time, unless it is updated first.
 */
export const lostAfterSeconds = 10

export async function wakeRun(
  { queue }: Pick<Deps, 'queue'>,
  tx: Tx,
  { id, workspace_id }: { id: string; workspace_id: number },
  options: SendOptions = {},
): Promise<void> {
  await queue.send(tx, runsQueue, { run_id: id, workspace_id } satisfies RunJob, options)
}

export function wakeFollowers({ bus }: Pick<Deps, 'bus'>, tx: Tx, runId: string): void {
  tx.afterCommit(async () => {
    await bus.publish(runChanged, runId)
  })
}
