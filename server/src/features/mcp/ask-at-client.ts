import type { CallToolResult } from '@modelcontextprotocol/server'
import type { OperationCaller } from '../../http/call-operation.ts'
import { consoleLink } from '../../lib/console-link.ts'
import { cancelQuestion } from '../questions/answer/end-question.ts'
import { readAnswers } from '../questions/read-answers.ts'
import type { QuestionEnd } from '../questions/schemas.ts'
import type { Ask } from './ask-arguments.ts'
import { taskHandle } from './jobs/task-result.ts'
import { openState, sealState } from './request-state.ts'
import type { Caller, TaskKind, TaskView, ToolCall } from './surface.ts'

/** A question that was sent. */
export interface SentQuestion {
  question_id: string
  notification_id: string
  thread_id: string
}

type Outcome = Pick<QuestionEnd, 'status' | 'answer'> & Partial<QuestionEnd>
const taskPrefix = 'question:'
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
 * For clients of the 2026 revision: a task to follow, or the question's page to open before they call
 * again. Undefined if the server waits for the answer itself.
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
  if (!call.canRequireInput || !isForPersonHere(call, ask)) return undefined
  if (await findEnding(call, asked)) return undefined
  const { inputRequired } = await import('@modelcontextprotocol/server')
  const inputRequests = { answer: inputRequired.elicitUrl(describePage(call, ask, asked)) }
  return inputRequired({ inputRequests, requestState: state }) as unknown as CallToolResult
}

async function findEnding(
  { deps, actor }: Caller,
  { thread_id, question_id }: SentQuestion,
): Promise<QuestionEnd | undefined> {
  const now = { after: 0, wait: 0 }
  const { results } = await readAnswers(deps, actor, thread_id, now, AbortSignal.abort())
  return results.find((ending) => ending.question_id === question_id)
}

/** Questions as tasks of the Tasks extension. The id contains the question, signed. */
export function questionTasks(caller: OperationCaller): TaskKind {
  const open = (asked: Caller, taskId: string) =>
    taskId.startsWith(taskPrefix) ? openAsked(asked, taskId.slice(taskPrefix.length)) : undefined
  return {
    read: async (asked, taskId) => {
      const question = open(asked, taskId)
      return question && readView(caller, asked, taskId, question)
    },
    // The person answers on the page; the client's word for it would prove nothing.
    update: async () => {},
    cancel: async ({ deps, actor }, taskId) => {
      const question = open({ deps, actor }, taskId)
      if (question) await cancelQuestion(deps, actor, question.question_id)
    },
  }
}

async function readView(
  caller: OperationCaller,
  asked: Caller,
  taskId: string,
  question: SentQuestion,
): Promise<TaskView> {
  const { deps, actor } = asked
  const at = deps.clock().toISOString()
  const view = { taskId, createdAt: at, lastUpdatedAt: at }
  const ending = await findEnding(asked, question)
  if (ending?.status === 'cancelled') return { ...view, status: 'cancelled' }
  if (ending) return { ...view, status: 'completed', result: askedResult(question, ending) }
  const canAnswer = ['notifications:read', 'notifications:write'] as const
  if (!canAnswer.every((permission) => actor.permissions.has(permission))) {
    return { ...view, status: 'working', statusMessage: 'Waiting for the answer.' }
  }
  const params = { id: question.question_id }
  const record = JSON.parse((await caller.call(deps, actor, 'getQuestion', { params })).body)
  const times = { createdAt: record.created_at, lastUpdatedAt: record.created_at }
  if (!isForPersonHere({ actor }, record)) {
    return { ...view, ...times, status: 'working', statusMessage: 'Waiting for the answer.' }
  }
  const { inputRequired } = await import('@modelcontextprotocol/server')
  const page = inputRequired.elicitUrl(describePage(asked, record, question))
  return { ...view, ...times, status: 'input_required', inputRequests: { answer: page } }
}

function isForPersonHere(
  { actor }: Pick<Caller, 'actor'>,
  { user_id, answerable_by }: Pick<Ask, 'user_id' | 'answerable_by'>,
): boolean {
  return user_id === actor.userId || answerable_by === 'anyone'
}

/**
 * Offers the question's page in a client with a session, if the person asked may be there. They
 * answer it signed in: the client belongs to the agent that asks, so it cannot answer.
 */
export async function showAtClient(
  call: ToolCall,
  ask: Ask,
  asked: SentQuestion,
  signal: AbortSignal,
): Promise<void> {
  const { deps, openPage } = call
  if (!openPage || !isForPersonHere(call, ask)) return
  const page = { ...describePage(call, ask, asked), elicitationId: asked.question_id }
  await openPage(page, signal).catch((error) => {
    // The client could not show it. Other channels still ask.
    if (!signal.aborted) deps.log.info({ err: error }, 'could not show a question in the client')
  })
}

function describePage(
  { deps, actor }: Caller,
  { title, message }: Pick<Ask, 'title' | 'message'>,
  { thread_id }: SentQuestion,
) {
  const { publicUrl } = deps.config
  const url = new URL(`/threads/${encodeURIComponent(thread_id)}`, publicUrl)
  return {
    message: `${title}\n\n${message}`,
    url: consoleLink(url, { publicUrl, workspaceId: actor.workspaceId }),
  }
}
