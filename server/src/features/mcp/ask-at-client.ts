import type { CallToolResult, ElicitRequestFormParams } from '@modelcontextprotocol/server'
import type { OperationCaller } from '../../http/call-operation.ts'
import { Problem } from '../../http/problem.ts'
import { answerQuestion } from '../notifications/questions/answer-question.ts'
import { cancelQuestion } from '../notifications/questions/cancel-question.ts'
import { readAnswers } from '../notifications/questions/read-answers.ts'
import type { QuestionEnd } from '../notifications/questions/schemas.ts'
import type { Ask } from './ask-arguments.ts'
import { taskHandle } from './jobs/task-result.ts'
import { openState, sealState } from './request-state.ts'
import type { Caller, Elicit, TaskKind, TaskView, ToolCall } from './surface.ts'

/** A question that was sent. */
export interface SentQuestion {
  question_id: string
  notification_id: string
  thread_id: string
}

type Outcome = Pick<QuestionEnd, 'status' | 'answer'> & Partial<QuestionEnd>
const taskPrefix = 'question:'
/** The credential's client showed the question; nothing proves who was there. */
const atClient = { door: 'mcp', authenticatedBy: 'mcp-client' } as const
/** Clients show flat forms with one answer; other kinds need the console or the email's page. */
const shownByClients = ['text', 'choice', 'approval']

/** One line for the model, and the answer with its ids for programs. */
export function askedResult(
  asked: SentQuestion,
  { status, answer, answered_by, answered_via }: Omit<Outcome, 'status'> & { status: string },
): CallToolResult {
  const text =
    status === 'answered' && answer
      ? `Answered by ${answered_by?.name ?? 'a person'}: ${inText(answer.value)}${answer.comment ? ` (${answer.comment})` : ''}`
      : `No answer: the question is ${status}. question_id: ${asked.question_id}`
  return {
    content: [{ type: 'text', text }],
    structuredContent: { ...asked, status, answer, answered_by, answered_via },
  }
}

function inText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The question of an earlier round of the same call, which the client carried. */
export function readAsked({ deps, actor, input }: ToolCall): SentQuestion | undefined {
  return input?.state === undefined ? undefined : openAsked({ deps, actor }, input.state)
}

function openAsked({ deps, actor }: Caller, state: string): SentQuestion | undefined {
  const [kind, question_id, notification_id, thread_id] = openState(deps, actor, state) ?? []
  if (kind !== 'question') return undefined
  return {
    question_id: String(question_id),
    notification_id: String(notification_id),
    thread_id: String(thread_id),
  }
}

function sealAsked({ deps, actor }: Caller, asked: SentQuestion): string {
  const { question_id, notification_id, thread_id } = asked
  return sealState(deps, actor, ['question', question_id, notification_id, thread_id])
}

/**
 * For clients of the 2026 revision: a task to follow, or a form to show before they call again.
 * Undefined if the server waits for the answer itself.
 */
export async function leaveToClient(
  caller: OperationCaller,
  call: ToolCall,
  ask: Ask,
  asked: SentQuestion,
): Promise<CallToolResult | undefined> {
  const state = sealAsked(call, asked)
  if (call.hasTasks) {
    const view = await questionTasks(caller).read(call, taskPrefix + state)
    if (!view) return undefined
    const { taskId, status, createdAt, lastUpdatedAt } = view
    return taskHandle({ taskId, status, createdAt, lastUpdatedAt })
  }
  if (!call.canRequireInput || !mayAnswerHere(call, ask)) return undefined
  if (await endingOf(call, asked)) return undefined
  const { inputRequired } = await import('@modelcontextprotocol/server')
  const inputRequests = { answer: inputRequired.elicit(formOf(ask)) }
  return inputRequired({ inputRequests, requestState: state }) as unknown as CallToolResult
}

async function endingOf(
  { deps, actor }: Caller,
  { thread_id, question_id }: SentQuestion,
): Promise<QuestionEnd | undefined> {
  const now = { after: 0, wait: 0 }
  const { results } = await readAnswers(deps, actor, thread_id, now, AbortSignal.abort())
  return results.find((ending) => ending.question_id === question_id)
}

/** The answer that came with a repeated call. Declining leaves the question to other channels. */
export async function answerFromClient(
  call: ToolCall,
  { question_id }: SentQuestion,
): Promise<void> {
  const answer = readAnswer(call.input?.responses.answer)
  if (answer) await answerOnce(call, question_id, answer)
}

/** Someone else may have answered already; their answer then counts. */
async function answerOnce({ deps, actor }: Caller, id: string, answer: Answer): Promise<void> {
  try {
    await answerQuestion(deps, actor, id, answer, atClient)
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 409) throw error
  }
}

interface Answer {
  value: string
  comment?: string
}

function readAnswer(response: unknown): Answer | undefined {
  const { action, content } = (response ?? {}) as {
    action?: string
    content?: { answer?: unknown; comment?: unknown }
  }
  const value = content?.answer
  if (action !== 'accept' || typeof value !== 'string' || value.trim() === '') return undefined
  const comment = content?.comment
  return { value, ...(typeof comment === 'string' && comment !== '' && { comment }) }
}

/** Questions as tasks of the Tasks extension. The id contains the question, signed. */
export function questionTasks(caller: OperationCaller): TaskKind {
  const open = (asked: Caller, taskId: string) =>
    taskId.startsWith(taskPrefix) ? openAsked(asked, taskId.slice(taskPrefix.length)) : undefined
  return {
    read: async (asked, taskId) => {
      const question = open(asked, taskId)
      return question && viewOf(caller, asked, taskId, question)
    },
    update: async (asked, taskId, responses) => {
      const question = open(asked, taskId)
      const answer = readAnswer(responses.answer)
      if (question && answer) await answerOnce(asked, question.question_id, answer)
    },
    cancel: async ({ deps, actor }, taskId) => {
      const question = open({ deps, actor }, taskId)
      if (question) await cancelQuestion(deps, actor, question.question_id)
    },
  }
}

async function viewOf(
  caller: OperationCaller,
  asked: Caller,
  taskId: string,
  question: SentQuestion,
): Promise<TaskView> {
  const { deps, actor } = asked
  const at = deps.clock().toISOString()
  const view = { taskId, createdAt: at, lastUpdatedAt: at }
  const ending = await endingOf(asked, question)
  if (ending?.status === 'cancelled') return { ...view, status: 'cancelled' }
  if (ending) return { ...view, status: 'completed', result: askedResult(question, ending) }
  const canAnswer = ['notifications:read', 'notifications:write'] as const
  if (!canAnswer.every((permission) => actor.permissions.has(permission))) {
    return { ...view, status: 'working', statusMessage: 'Waiting for the answer.' }
  }
  const params = { id: question.question_id }
  const record = JSON.parse((await caller.call(deps, actor, 'getQuestion', { params })).body)
  const times = { createdAt: record.created_at, lastUpdatedAt: record.created_at }
  const isForThem = record.user_id === actor.userId || record.answerable_by === 'anyone'
  if (!isForThem || !shownByClients.includes(record.kind)) {
    return { ...view, ...times, status: 'working', statusMessage: 'Waiting for the answer.' }
  }
  const options = record.options.map(({ value }: { value: string }) => value)
  const { inputRequired } = await import('@modelcontextprotocol/server')
  const form = inputRequired.elicit(formOf({ ...record, options }))
  return { ...view, ...times, status: 'input_required', inputRequests: { answer: form } }
}

function mayAnswerHere({ actor }: ToolCall, { kind, user_id, answerable_by }: Ask): boolean {
  if (!shownByClients.includes(kind)) return false
  const isForThem = user_id === actor.userId || answerable_by === 'anyone'
  return isForThem && actor.permissions.has('notifications:write')
}

/**
 * Shows the question in a client with a session if the person asked may be there. The answer is
 * recorded as the credential's, via its client: nothing proves who was there. Rejects if an answer
 * could not be recorded, because the person will not give it twice.
 */
export async function showAtClient(
  call: ToolCall,
  ask: Ask,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { deps, elicit } = call
  if (!elicit || !mayAnswerHere(call, ask)) return
  const answer = await answerFrom(elicit, ask, signal).catch((error) => {
    // The client could not show it. Other channels still ask.
    if (!signal.aborted) deps.log.info({ err: error }, 'could not show a question in the client')
    return undefined
  })
  if (answer) await answerOnce(call, id, answer)
}

async function answerFrom(elicit: Elicit, ask: Ask, signal: AbortSignal) {
  return readAnswer(await elicit(formOf(ask), signal))
}

function formOf({
  title,
  message,
  kind,
  options,
}: Pick<Ask, 'title' | 'message' | 'kind' | 'options'>): ElicitRequestFormParams {
  const values = kind === 'approval' ? ['approved', 'rejected'] : options
  const isChoice = values !== undefined && values.length > 0
  const answer = { type: 'string' as const, title: 'Answer', ...(isChoice && { enum: values }) }
  return {
    message: `${title}\n\n${message}`,
    requestedSchema: {
      type: 'object',
      properties: {
        answer,
        ...(kind !== 'text' && { comment: { type: 'string', title: 'Comment' } }),
      },
      required: ['answer'],
    },
  }
}
