import type { Deps } from '../../../deps.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { SendOptions } from '../../../platform/queue/queue.ts'

/** A job contains only the run id. The work is planned from the records. */
export interface RunJob {
  run_id: string
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
  runId: string,
  options: SendOptions = {},
): Promise<void> {
  await queue.send(tx, runsQueue, { run_id: runId } satisfies RunJob, options)
}

export function wakeFollowers({ bus }: Pick<Deps, 'bus'>, tx: Tx, runId: string): void {
  tx.afterCommit(async () => {
    await bus.publish(runChanged, runId)
  })
}
