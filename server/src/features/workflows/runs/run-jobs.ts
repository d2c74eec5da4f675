import type { Deps } from '../../../deps.ts'
import type { Tx } from '../../../platform/postgres/db.ts'

/** A job says only which run to look at. What there is to do is planned from what is written down. */
export interface RunJob {
  run_id: string
}

export const runsQueue = 'workflow-runs'

/** Told on the bus when a run has changed; the message is its id. */
export const runChanged = 'workflow-run-changed'

/** A run that is being worked on is looked at again after so long, if nobody has said more. */
export const lostAfterSeconds = 10

export async function wakeRun(
  { queue }: Pick<Deps, 'queue'>,
  tx: Tx,
  runId: string,
): Promise<void> {
  await queue.send(tx, runsQueue, { run_id: runId } satisfies RunJob)
}

export function wakeFollowers({ bus }: Pick<Deps, 'bus'>, tx: Tx, runId: string): void {
  tx.afterCommit(async () => {
    await bus.publish(runChanged, runId).catch(() => {}) // those who follow look again by themselves
  })
}
