import type { Atelier, Task, Transcription } from '@atelier/sdk/src/index.ts'
import { CommandError } from '../errors.ts'
import { exitCode } from '../exit-codes.ts'
import type { ProgressBar } from '../progress-bar.ts'

/** Follows a task to SUCCESS with a progress bar. Ctrl-C cancels it. */
export function followTask(client: Atelier, id: string, bar: ProgressBar): Promise<Task> {
  const onProgress = ({ progress, queue_position }: Task) => {
    const waiting = queue_position ? `waiting, position ${queue_position}` : 'waiting'
    bar.show((progress?.percent ?? 0) / 100, progress?.stage || waiting)
  }
  return cancellable(
    (signal) => client.tasks.wait(id, { onProgress, signal }),
    () => client.tasks.cancel(id),
  )
}

/** The same for a transcription, which is polled by its record. */
export function followTranscription(
  client: Atelier,
  id: string,
  bar: ProgressBar,
): Promise<Transcription> {
  const onProgress = ({ percent, job_status }: Transcription) =>
    bar.show(percent / 100, job_status.toLowerCase())
  return cancellable(
    (signal) => client.transcriptions.wait(id, { onProgress, signal, pollIntervalMs: 1000 }),
    () => client.transcriptions.cancel(id),
  )
}

/** Work on the server continues when nobody waits for it, so Ctrl-C cancels it there. */
async function cancellable<T>(
  wait: (signal: AbortSignal) => Promise<T>,
  cancel: () => Promise<unknown>,
): Promise<T> {
  const leaving = new AbortController()
  const stop = () => {
    process.stderr.write('\nCancelling on the server. Press Ctrl-C again to leave it running.\n')
    process.once('SIGINT', () => process.exit(exitCode.stoppedAtOnce))
    cancel()
      .catch(() =>
        process.stderr.write('Could not reach the server. The work may still be running.\n'),
      )
      .finally(() => leaving.abort())
  }
  process.once('SIGINT', stop)
  try {
    return await wait(leaving.signal)
  } catch (error) {
    // The task may end as REVOKED before the cancel request returns.
    const isRevoked = (error as { state?: unknown }).state === 'REVOKED'
    if (!leaving.signal.aborted && !isRevoked) throw error
    throw new CommandError('cancelled', exitCode.stoppedAtOnce, 'The work was cancelled.')
  } finally {
    process.off('SIGINT', stop)
  }
}
