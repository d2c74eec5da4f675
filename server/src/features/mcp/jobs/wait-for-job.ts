import type { OperationCaller } from '../../../http/call-operation.ts'
import { eventsTopic } from '../../events/dispatch-events.ts'
import { followTask } from '../../tasks/read-tasks.ts'
import { untilNews, withHeartbeat } from '../news.ts'
import type { ToolCall } from '../surface.ts'
import { cancelJob, type JobRef, type JobState, readJob } from './job-kinds.ts'

const pollEveryMs = 1000

/**
 * Follows work to its end, or until `seconds` have passed, and reports its progress. Cancelling
 * the call cancels the work.
 */
export async function waitForJob(
  caller: OperationCaller,
  call: ToolCall,
  job: JobRef,
  seconds?: number,
): Promise<JobState> {
  const enough = seconds === undefined ? [] : [AbortSignal.timeout(seconds * 1000)]
  const signal = AbortSignal.any([call.signal, ...enough])
  let state = await readJob(caller, call, job)
  const report = () => call.report(state.percent, state.stage)
  await withHeartbeat(report, async () => {
    await report()
    for await (const _ of followChanges(call, job, signal)) {
      const seen = state.percent
      state = await readJob(caller, call, job)
      if (state.percent > seen) await report()
      if (state.isOver) break
    }
  })
  if (call.wasCancelled() && !state.isOver) await cancelJob(caller, call, job)
  return state
}

async function* followChanges({ deps, actor }: ToolCall, job: JobRef, signal: AbortSignal) {
  if (job.kind === 'task') {
    yield* followTask(deps, actor, job.ids[0] as string, -1, signal)
    return
  }
  while (!signal.aborted) {
    yield undefined
    await untilNews(deps.bus, eventsTopic, pollEveryMs, signal)
  }
}
