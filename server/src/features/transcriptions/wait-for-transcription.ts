import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { wakeups } from '../../platform/bus/wakeups.ts'
import { eventsTopic } from '../events/dispatch-events.ts'
import { failureProblem, notWaiting, type WaitingClient } from '../tasks/wait-for-task.ts'
import { cancelTranscription } from './change-transcription.ts'
import type { TranscriptionRow } from './queries.ts'
import { requireTranscription } from './read-transcriptions.ts'

/** In case a message between processes is lost. */
const pollEveryMs = 1000

/** Waits until a transcription is done. If the caller leaves, it is cancelled. */
export async function waitForTranscription(
  deps: Pick<Deps, 'db' | 'bus' | 'queue' | 'clock' | 'config' | 'fileSecrets'>,
  actor: Actor,
  id: string,
  waiting: WaitingClient,
): Promise<Pick<TranscriptionRow, 'id' | 'text' | 'phrases' | 'duration_ms' | 'language_code'>> {
  const { signal, continues } = waiting
  for await (const _ of wakeups(deps.bus, eventsTopic, signal, { everyMs: pollEveryMs })) {
    const row = await requireTranscription(deps, actor, id)
    if (row.job_status === 'DONE') return row
    if (row.job_status === 'FAILED') throw failureOf(row)
  }
  if (!continues) await cancelTranscription(deps, actor, id)
  throw notWaiting(waiting)
}

function failureOf({ errors }: TranscriptionRow) {
  const [error] = errors
  if (!error || error.code === 'cancelled') return problem('task_cancelled')
  return failureProblem(error)
}
