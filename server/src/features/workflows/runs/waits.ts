import type { Deps } from '../../../deps.ts'
import type { Actor, Permission } from '../../../http/permissions.ts'
import { Problem } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { cancelQuestion } from '../../questions/answer/end-question.ts'
import { getQuestion } from '../../questions/read-questions.ts'
import { getTask } from '../../tasks/read-tasks.ts'
import { revokeTask } from '../../tasks/revoke-task.ts'
import { cancelTranscription } from '../../transcriptions/change-transcription.ts'
import { getTranscription } from '../../transcriptions/read-transcriptions.ts'
import { getVideoVariation } from '../../videos/read-videos.ts'
import type { AskStep, DoingStep } from '../definition/definition.ts'
import { whyTooLarge } from './output-limit.ts'
import { lockRun, type RunRow, runById } from './run-queries.ts'
import type { StepRow } from './step-queries.ts'

/** The outcome of the work that a step waited for. */
export type Outcome =
  | { output: unknown }
  | { error: { code: string; message: string }; retryable: boolean }

type WaitingStep = StepRow & { waits_id: string }

/** A run may read and cancel its own work, whatever its starter and authors may do otherwise. */
const ownWork: Permission[] = [
  'tasks:read',
  'tasks:write',
  'transcriptions:read',
  'transcriptions:write',
  'videos:read',
  'notifications:read',
  'notifications:send',
]

export function withOwnWork({ boundedBy: _, ...actor }: Actor): Actor {
  return { ...actor, permissions: new Set([...actor.permissions, ...ownWork]) }
}

/** Undefined while the work is in progress. Work that no longer exists counts as failed. */
export async function findOutcome(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  step: DoingStep,
  row: WaitingStep,
): Promise<Outcome | undefined> {
  const own = withOwnWork(actor)
  try {
    switch (row.waits_type) {
      case 'task':
        return taskOutcome(await getTask(deps, own, row.waits_id), step)
      case 'transcription':
        return recordOutcome(forLaterSteps(await getTranscription(deps, own, row.waits_id)))
      case 'video': {
        const { art_variation_id } = row.output as { art_variation_id: string }
        return recordOutcome(await getVideoVariation(deps, own, row.waits_id, art_variation_id))
      }
      case 'question':
        return questionOutcome(await getQuestion(deps, own, row.waits_id), step as AskStep)
      case 'run':
        return runOutcome(await runById(tx, actor.workspaceId, row.waits_id))
      default:
        return undefined
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return failed(error.code, `The work it waited for no longer exists: ${error.detail}`)
  }
}

function failed(code: string, message: string, retryable = false): Outcome {
  return { error: { code, message }, retryable }
}

interface Failure {
  code: string
  message: string
}

/** Temporary failures of external URLs. */
const healing = ['unreachable', 'server_error', 'too_many_requests']

function taskOutcome(task: Awaited<ReturnType<typeof getTask>>, step: DoingStep) {
  if (task.status === 'SUCCESS') return { output: task.result ?? task.info }
  if (task.state === 'REVOKED') return failed('cancelled', 'Its task was cancelled.')
  if (task.status !== 'FAILURE') return undefined
  const [error] = (task.info as { errors: Failure[] }).errors
  const { code = 'task_failed', message = 'Its task failed.' } = error ?? {}
  return failed(code, message, healing.includes(code) || step.retries !== undefined)
}

function recordOutcome(record: { job_status: string; errors?: unknown }): Outcome | undefined {
  if (record.job_status === 'DONE') return { output: JSON.parse(JSON.stringify(record)) }
  if (record.job_status !== 'FAILED') return undefined
  const [error] = (record.errors ?? []) as Failure[]
  return failed(error?.code ?? 'failed', error?.message ?? 'It failed.')
}

/**
 * The text of a long recording fits within the limit, but the timings of its words may not. The
 * link is omitted because it expires before later steps use it, and others read the run.
 */
function forLaterSteps(transcription: Awaited<ReturnType<typeof getTranscription>>) {
  const { recording: _link, ...record } = transcription
  if (whyTooLarge(record) === undefined) return record
  const { payload: _, ...rest } = record
  return rest
}

function questionOutcome(
  question: Awaited<ReturnType<typeof getQuestion>>,
  { on_expiry }: AskStep,
): Outcome | undefined {
  const { status, answer, answered_by, ended_at } = question
  if (status === 'open') return undefined
  if (status === 'cancelled') return failed('question_cancelled', 'The question was withdrawn.')
  if (status === 'expired' && on_expiry !== 'continue') {
    return failed('question_expired', 'Nobody answered in time.')
  }
  return {
    output: {
      status,
      value: answer?.value ?? null,
      comment: answer?.comment ?? null,
      ...(answer?.is_default && { is_default: true }),
      answered_by: answered_by ?? null,
      answered_at: ended_at?.toISOString() ?? null,
    },
  }
}

function runOutcome(run: RunRow | undefined): Outcome | undefined {
  if (!run) return failed('run_not_found', 'The run was removed.')
  if (run.status === 'COMPLETED') return { output: run.output }
  if (run.ended_at === null) return undefined
  const { error } = run.output as { error?: Failure }
  return failed(
    'sub_workflow_failed',
    `The run ${run.id} is ${run.status}: ${error?.message ?? ''}`,
  )
}

/** Cancels the work that a step waits for. Work that has already ended is no error. */
export async function abandon(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { waits_type, waits_id }: StepRow,
  terminate: (run: RunRow) => Promise<void>,
): Promise<void> {
  if (waits_type === null || waits_id === null) return
  const own = withOwnWork(actor)
  try {
    if (waits_type === 'task') await revokeTask(deps, tx, own, waits_id)
    if (waits_type === 'transcription') await cancelTranscription(deps, own, waits_id)
    if (waits_type === 'question') await cancelQuestion(deps, own, waits_id)
    if (waits_type === 'run') {
      const run = await lockRun(tx, actor.workspaceId, waits_id)
      if (run && run.ended_at === null) await terminate(run)
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}
