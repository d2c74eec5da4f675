import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { wakeups } from '../../platform/bus/wakeups.ts'
import { eventsTopic } from '../events/dispatch-events.ts'
import { requireTask } from '../tasks/read-tasks.ts'
import {
  failureProblem,
  notWaiting,
  requirePlace,
  type WaitingClient,
} from '../tasks/wait-for-task.ts'
import { cancelTranscription } from './change-transcription.ts'
import type { TranscriptionRow } from './queries.ts'
import { requireTranscription } from './read-transcriptions.ts'

/** In case a message between processes is lost. */
const pollEveryMs = 1000

type Needs = Pick<Deps, 'db' | 'bus' | 'queue' | 'clock' | 'config' | 'fileSecrets'>

/**
 * Waits until a transcription is done. If the caller leaves, or the work does not start in time, it is
 * cancelled.
 */
export async function waitForTranscription(
  deps: Needs,
  actor: Actor,
  id: string,
  waiting: WaitingClient,
): Promise<Pick<TranscriptionRow, 'id' | 'text' | 'phrases' | 'duration_ms' | 'language_code'>> {
  const { signal, continues } = waiting
  const startedAt = deps.clock()
  let hasEnded = false
  try {
    for await (const _ of wakeups(deps.bus, eventsTopic, signal, { everyMs: pollEveryMs })) {
      const row = await requireTranscription(deps, actor, id)
      hasEnded = row.job_status === 'DONE' || row.job_status === 'FAILED'
      if (row.job_status === 'DONE') return row
      if (row.job_status === 'FAILED') throw readFailure(row)
      if (await isQueued(deps, actor, row)) requirePlace(deps, startedAt, pollEveryMs)
    }
  } finally {
    if (!hasEnded && !continues) await cancelTranscription(deps, actor, id)
  }
  throw notWaiting(waiting)
}

/** Whether its current task waits for a place: the one that submits it, or the one that runs it. */
async function isQueued(
  deps: Needs,
  actor: Actor,
  { task_id, run_task_id }: TranscriptionRow,
): Promise<boolean> {
  const current = run_task_id ?? task_id
  return current !== null && (await requireTask(deps, actor, current)).status === 'PENDING'
}

function readFailure({ errors }: TranscriptionRow) {
  const [error] = errors
  if (!error || error.code === 'cancelled') return problem('task_cancelled')
  return failureProblem(error)
}
