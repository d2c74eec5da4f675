import type { CallToolResult } from '@modelcontextprotocol/server'
import type { TSchema } from 'typebox'
import type { OperationCaller } from '../../http/call-operation.ts'
import type { Operation } from '../../http/operation.ts'
import type { Actor, Permission } from '../../http/permissions.ts'
import { eventsTopic } from '../events/dispatch-events.ts'
import { cancelTask } from '../tasks/cancel-task.ts'
import { followTask } from '../tasks/read-tasks.ts'
import { Task } from '../tasks/schemas.ts'
import { Transcription } from '../transcriptions/schemas.ts'
import { VideoVariation } from '../videos/schemas.ts'
import { untilNews, withHeartbeat } from './news.ts'
import type { ToolCall } from './surface.ts'
import { valueResult } from './tool-result.ts'

/** What happens after a submission is accepted. */
export interface LongWork {
  /** The finished record. */
  record: TSchema
  /** A credential that can submit cannot always read. */
  canWait(actor: Actor): boolean
  finish(call: ToolCall, submitted: Record<string, string>): Promise<CallToolResult>
}

/** For operations that respond before the work is done. */
export function longWorkOf({ begins }: Operation, caller: OperationCaller): LongWork | undefined {
  if (begins === 'task') return taskWork
  if (begins === 'transcription') return transcriptionWork(caller)
  return begins === 'video' ? videoWork(caller) : undefined
}

const may = (permission: Permission) => (actor: Actor) => actor.permissions.has(permission)

const taskWork: LongWork = {
  record: Task,
  canWait: may('tasks:read'),
  finish: (call, { task_id = '' }) => finishTask(call, task_id),
}

async function finishTask(call: ToolCall, taskId: string): Promise<CallToolResult> {
  const { deps, actor, signal } = call
  let last: Task | undefined
  const report = () => call.report(last?.progress.percent ?? 0, stageOf(last))
  await withHeartbeat(report, async () => {
    for await (const { task } of followTask(deps, actor, taskId, -1, signal)) {
      last = task
      await report()
    }
  })
  if (call.wasCancelled() && actor.permissions.has('tasks:write')) {
    await cancelTask(deps, actor, taskId)
  }
  return valueResult(last ?? {}, last?.status !== 'SUCCESS')
}

function stageOf(task: Task | undefined): string {
  return task?.progress.stage ?? task?.status.toLowerCase() ?? 'submitted'
}

/** Their task tracks the submission only; the record shows when the work is done. */
function transcriptionWork(caller: OperationCaller): LongWork {
  return {
    record: Transcription,
    canWait: may('transcriptions:read'),
    finish: (call, { id = '' }) => {
      const params = { id }
      const run = (name: string) => caller.call(call.deps, call.actor, name, { params })
      const stop = () => run('cancelTranscription')
      return finishRecord(call, () => run('getTranscription'), stop)
    },
  }
}

function videoWork(caller: OperationCaller): LongWork {
  return {
    record: VideoVariation,
    canWait: may('videos:read'),
    finish: (call, { id, art_variation_id, task_id = '' }) => {
      const { deps, actor } = call
      const params = { id, variation_id: art_variation_id }
      const read = () => caller.call(deps, actor, 'getVideoVariation', { params })
      const stop = async () => {
        if (actor.permissions.has('tasks:write')) await cancelTask(deps, actor, task_id)
      }
      return finishRecord(call, read, stop)
    },
  }
}

interface JobRecord {
  job_status: string
  percent: number
}

const pollEveryMs = 1000

async function finishRecord(
  call: ToolCall,
  read: () => Promise<{ body: string }>,
  cancel: () => Promise<unknown>,
): Promise<CallToolResult> {
  const { deps, signal } = call
  let record: JobRecord = { job_status: 'CREATED', percent: 0 }
  const report = () => call.report(record.percent, record.job_status.toLowerCase())
  const isOver = () => record.job_status === 'DONE' || record.job_status === 'FAILED'
  await withHeartbeat(report, async () => {
    while (!signal.aborted && !isOver()) {
      const seen = record.percent
      record = JSON.parse((await read()).body)
      if (record.percent > seen) await report()
      if (!isOver()) await untilNews(deps.bus, eventsTopic, pollEveryMs, signal)
    }
  })
  if (call.wasCancelled() && !isOver()) await cancel()
  return valueResult(record, record.job_status !== 'DONE')
}
