import type { CallToolResult } from '@modelcontextprotocol/server'
import type { OperationCaller } from '../../../http/call-operation.ts'
import { Problem } from '../../../http/problem.ts'
import type { Caller, TaskKind, TaskView, ToolCall } from '../surface.ts'
import {
  cancelJob,
  type JobRef,
  type JobState,
  jobText,
  readJob,
  readJobText,
} from './job-kinds.ts'
import { jobResult } from './job-result.ts'

/** Results are kept for as long as their records; this is how long a client may rely on it. */
export const taskTimes = { ttlMs: 24 * 3_600_000, pollIntervalMs: 2000 }

/** A handle instead of the result, for clients with the Tasks extension. Its id is the job. */
export async function startTask(
  caller: OperationCaller,
  call: ToolCall,
  job: JobRef,
): Promise<CallToolResult> {
  const { status, createdAt, lastUpdatedAt } = presentTask(job, await readJob(caller, call, job))
  return taskHandle({ taskId: jobText(job), status, createdAt, lastUpdatedAt })
}

/** The wire format of the extension; the library passes `resultType` through. */
export function taskHandle(view: Omit<TaskView, 'result' | 'inputRequests'>): CallToolResult {
  const handle = { resultType: 'task', ...view, ...taskTimes }
  return handle as unknown as CallToolResult
}

/** All work that operations and workflows start, as tasks of the extension. */
export function jobTasks(caller: OperationCaller): TaskKind {
  return {
    read: async (asked, taskId) => {
      const job = jobNamed(taskId)
      return job && presentTask(job, await readJob(caller, asked, job))
    },
    update: async () => {},
    cancel: async (asked, taskId) => {
      const job = jobNamed(taskId)
      if (job) await cancelIfRunning(caller, asked, job)
    },
  }
}

function jobNamed(taskId: string): JobRef | undefined {
  try {
    return readJobText(taskId)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

async function cancelIfRunning(caller: OperationCaller, asked: Caller, job: JobRef) {
  const { isOver } = await readJob(caller, asked, job)
  if (!isOver) await cancelJob(caller, asked, job)
}

/** A failure of the work is a completed task with an error as its result, as for any tool. */
function presentTask(job: JobRef, state: JobState): TaskView {
  const { isOver, isCancelled, createdAt, updatedAt, stage } = state
  const view = { taskId: jobText(job), createdAt, lastUpdatedAt: updatedAt, statusMessage: stage }
  if (isCancelled) return { ...view, status: 'cancelled' }
  if (!isOver) return { ...view, status: 'working' }
  return { ...view, status: 'completed', result: jobResult(job, state, 'text') }
}
