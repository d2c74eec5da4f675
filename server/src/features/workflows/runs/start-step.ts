import type { Deps } from '../../../deps.ts'
import type { OperationCaller, OperationInput } from '../../../http/call-operation.ts'
import type { Operation } from '../../../http/operation.ts'
import type { Permission } from '../../../http/permissions.ts'
import { Problem, problem } from '../../../http/problem.ts'
import { cutAtWord } from '../../../lib/cut-text.ts'
import { isDayOrInstant } from '../../../lib/times.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { submitTask } from '../../tasks/submit-task.ts'
import type { AskStep, DoingStep } from '../definition/definition.ts'
import { realPattern } from '../events-for-expressions.ts'
import type { ReadyStep } from '../plan/plan-types.ts'
import { type RunActor, requireFromAll, stepKey } from './actor-of-run.ts'
import { describeOrigin, withOrigin } from './origin.ts'
import { whyTooLarge } from './output-limit.ts'
import { questionFields } from './question-fields.ts'
import type { RunRow } from './run-queries.ts'
import { beginRun } from './start-run.ts'
import type { WaitsType } from './step-queries.ts'
import { positionNow } from './wait-for-event.ts'
import type { Outcome } from './waits.ts'

/** The result of starting a step. */
export type StepStart =
  | Outcome
  /** `output` is stored so that readers can follow up on the work. */
  | { waits: { type: WaitsType; id: string }; output: unknown; lookAt?: Date }
  | { until: Date }

export interface StepWork extends RunActor {
  deps: Deps
  caller: OperationCaller
  run: RunRow
  ready: ReadyStep
}

const deepestRuns = 5

/**
 * Starts a step. All its changes are in the transaction that records the step, so they happen
 * exactly once, and none of them remain if it fails.
 */
export async function beginStep(work: StepWork): Promise<StepStart> {
  const { deps, ready } = work
  const { input } = ready
  if ('error' in input) return failure('expression_failed', input.error)
  try {
    return await deps.db.atomically(work.run.workspace_id, async (db, tx) => {
      const inside = { ...work, deps: { ...deps, db } }
      const begun = await kinds[ready.step.type](inside, tx, input.value)
      const tooLarge = 'output' in begun ? whyTooLarge(begun.output) : undefined
      if (tooLarge !== undefined) throw problem('output_too_large', { detail: tooLarge })
      return begun
    })
  } catch (error) {
    return describeFailure(work, error)
  }
}

type Fields = Record<string, unknown>
type StepStarter = (work: StepWork, tx: Tx, fields: Fields) => Promise<StepStart>

const kinds: Record<DoingStep['type'], StepStarter> = {
  call: callOperation,
  http: requestOutside,
  wait: waitUntil,
  wait_for_event: waitForEvent,
  ask: askPerson,
  sub_workflow: runOther,
}

async function callOperation(work: StepWork, _tx: Tx, fields: Fields): Promise<StepStart> {
  const { deps, caller, actor } = work
  const id = String(fields.operation)
  const { begins } = requireCallable(work, id)
  const input = id === 'sendAgentNotification' ? withOrigin(work, fields) : fields
  const { body: text } = await caller.call(deps, actor, id, input as OperationInput)
  const output = text === '' ? null : JSON.parse(text)
  if (!begins || fields.wait === false) return { output }
  const begun = begins === 'task' ? output.task_id : output.id
  return { waits: { type: begins, id: String(begun) }, output }
}

/** Checked for each step: people and operations may have changed since the document was saved. */
function requireCallable(work: StepWork, id: string): Operation {
  const operation = work.caller.find(id)
  if (!operation) {
    throw problem('permission_denied', { detail: `Workflows cannot call ${id}.` })
  }
  const { permission, orPermission } = operation
  const isByOther = orPermission && work.actor.permissions.has(orPermission)
  requireFromAll(work, isByOther ? orPermission : (permission as Permission))
  return operation
}

async function requestOutside(work: StepWork, tx: Tx, fields: Fields): Promise<StepStart> {
  const { deps, actor, run, ready } = work
  const { method = 'GET', url, headers, body } = fields
  const key = stepKey(run, ready.path)
  const input = { method, url, headers, body, key }
  const { task_id } = await submitTask(deps, tx, actor, {
    kind: 'http-request',
    lane: 'light',
    input,
  })
  return { waits: { type: 'task', id: task_id }, output: null }
}

async function waitUntil(
  { deps }: StepWork,
  _tx: Tx,
  { seconds, until }: Fields,
): Promise<StepStart> {
  const now = deps.clock().getTime()
  const at = until === undefined ? now + Number(seconds) * 1000 : Date.parse(String(until))
  const isTime = until === undefined ? Number.isFinite(at) : isDayOrInstant(String(until))
  if (!isTime || at > now + 366 * 86_400_000) {
    return failure('bad_time', `${until ?? seconds} is not a time within the next year.`)
  }
  return at <= now ? { output: { at: new Date(now).toISOString() } } : { until: new Date(at) }
}

/** A run sees the events that its starter and its authors see. */
async function waitForEvent(work: StepWork, tx: Tx, fields: Fields): Promise<StepStart> {
  requireFromAll(work, 'events:read')
  const pattern = realPattern(String(fields.event))
  const since = fields.since === 'run' ? 'run' : 'step'
  const output = await positionNow(tx, work.run, since)
  return { waits: { type: 'event', id: pattern }, output, lookAt: work.deps.clock() }
}

/** Uses the same operation as agents, with the same limits, channels and receipts. */
async function askPerson(work: StepWork, _tx: Tx, fields: Fields): Promise<StepStart> {
  const { deps, caller, actor, run, ready } = work
  const step = ready.step as AskStep
  const body = {
    category: 'agentNeedsInput',
    userId: String(fields.user_id ?? run.actor.userId),
    workspaceId: String(actor.workspaceId),
    title: cutAtWord(String(fields.question), 250),
    message: cutAtWord(String(fields.message ?? 'A workflow is waiting for your answer.'), 1000),
    ...(fields.body !== undefined && { body: String(fields.body) }),
    ...(fields.link !== undefined && { link: String(fields.link) }),
    threadId: `run-${run.id}`,
    _extra: { event_type: 'workflow.question', ...describeOrigin(work) },
    question: {
      kind: step.kind,
      ...questionFields(work, fields),
      ...(step.answerable_by && { answerable_by: step.answerable_by }),
      ...(step.proof && { proof: step.proof }),
      expires_at: computeExpiry(work, step).toISOString(),
    },
  }
  requireCallable(work, 'sendAgentNotification')
  const { body: reply } = await caller.call(deps, actor, 'sendAgentNotification', { body })
  return { waits: { type: 'question', id: JSON.parse(reply).question_id }, output: null }
}

/** A question expires with its step and with its run. */
function computeExpiry({ deps, run }: StepWork, step: AskStep): Date {
  const now = deps.clock().getTime()
  const limits = [step.expires_in_seconds, step.timeout_seconds].filter((one) => one !== undefined)
  const ends = limits.map((seconds) => now + seconds * 1000)
  return new Date(Math.min(...ends, run.deadline_at.getTime(), now + 364 * 86_400_000))
}

async function runOther(work: StepWork, tx: Tx, { workflow, input }: Fields): Promise<StepStart> {
  const { deps, actor, run, ready } = work
  requireFromAll(work, 'workflows:run')
  if (run.depth >= deepestRuns) {
    return failure('too_deep', `Runs can be nested at most ${deepestRuns} levels deep.`)
  }
  if (input !== undefined && (typeof input !== 'object' || input === null)) {
    return failure('bad_input', 'The input of a workflow must be an object.')
  }
  const child = await beginRun(deps, tx, actor, String(workflow), {
    input: (input ?? {}) as Record<string, unknown>,
    source: `run ${run.id}`,
    parent: { run, path: ready.path },
  })
  return { waits: { type: 'run', id: child.id }, output: null }
}

function failure(code: string, message: string, retryable = false): Outcome {
  return { error: { code, message }, retryable }
}

/** Problems have a reason; any other error is internal and may be temporary. */
function describeFailure({ deps, run, ready }: StepWork, error: unknown): Outcome {
  if (error instanceof Problem) {
    const places = (error.errors ?? []).map(({ path, message }) => `${path} ${message}`).join('; ')
    const isFull = error.code === 'quota_exceeded' && error.status === 507
    const retryable = (error.status >= 500 && !isFull) || error.status === 429
    return failure(error.code, places || error.detail, retryable)
  }
  deps.log.error({ err: error, run_id: run.id, step: ready.path }, 'a workflow step failed')
  return failure('internal_error', 'Something went wrong on our side. The log has details.', true)
}
