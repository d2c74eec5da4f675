import type {
  CallToolResult,
  ElicitRequestFormParams,
  JSONObject,
} from '@modelcontextprotocol/server'
import type { OperationCaller } from '../../http/call-operation.ts'
import { Problem, problem } from '../../http/problem.ts'
import { answerQuestion } from '../notifications/questions/answer-question.ts'
import { cancelQuestion } from '../notifications/questions/cancel-question.ts'
import { followAnswers } from '../notifications/questions/read-answers.ts'
import { Ending } from '../notifications/questions/schemas.ts'
import { plain } from './input-schema.ts'
import { withHeartbeat } from './news.ts'
import type { Elicit, Tool, ToolCall } from './surface.ts'
import { valueResult } from './tool-result.ts'

const longestWaitSeconds = 86_400

const kinds = ['text', 'choice', 'approval'] as const

interface Ask {
  title: string
  message: string
  kind: (typeof kinds)[number]
  user_id?: number
  options?: string[]
  body?: string
  thread_id?: string
  answerable_by?: 'user' | 'anyone'
  expires_at?: string
  wait_seconds?: number
  _idempotency_key?: string
}

interface Asked {
  question_id: string
  notification_id: string
  thread_id: string
}

const text = (maxLength: number, description: string) => ({
  type: 'string',
  minLength: 1,
  maxLength,
  description,
})

const properties: Record<string, JSONObject> = {
  title: text(250, 'The question in one line.'),
  message: text(1000, 'What the person must know to answer, in one or two lines.'),
  kind: {
    type: 'string',
    enum: [...kinds],
    description: 'For approval, the answer is approved or rejected.',
  },
  options: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: 200 },
    minItems: 2,
    maxItems: 20,
    description: 'The options of a choice.',
  },
  user_id: {
    type: 'integer',
    description: 'The person to ask. Defaults to the person of the credential.',
  },
  body: text(100_000, 'The full text in Markdown, for the email.'),
  thread_id: text(200, 'The conversation that it belongs to.'),
  answerable_by: { type: 'string', enum: ['user', 'anyone'], default: 'user' },
  expires_at: {
    type: 'string',
    format: 'date-time',
    description: 'The deadline for the answer.',
  },
  wait_seconds: {
    type: 'integer',
    minimum: 0,
    maximum: longestWaitSeconds,
    default: 3600,
    description: 'How long to wait here. The question stays open; ask again with the same key.',
  },
  _idempotency_key: text(
    255,
    'A call with the same key waits for the same question and asks no new one.',
  ),
}

const { properties: ended } = plain(Ending) as { properties: Record<string, JSONObject> }

const outputProperties = {
  status: { type: 'string', enum: ['answered', 'expired', 'cancelled', 'open'] },
  question_id: { type: 'string' },
  notification_id: { type: 'string' },
  thread_id: { type: 'string' },
  answer: ended.answer as JSONObject,
  answered_by: ended.answered_by as JSONObject,
  answered_via: ended.answered_via as JSONObject,
}

/** Asks a person through all of their channels, and waits for the answer. */
export function askPersonTool(caller: OperationCaller): Tool {
  return {
    definition: {
      name: 'ask_person',
      title: 'Ask a person and wait for the answer',
      description:
        'Sends a question to a person in-app, by email and through their other channels, and returns their answer. It may take hours. If the client can show forms, the person at the client can answer there; the first answer wins. Cancelling the call withdraws the question.',
      inputSchema: {
        type: 'object',
        properties,
        required: ['title', 'message', 'kind'],
        additionalProperties: false,
      },
      outputSchema: { type: 'object', properties: outputProperties, required: ['status'] },
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    toolset: 'questions',
    permission: 'notifications:send',
    isReadOnly: false,
    call: (call) => askPerson(caller, call),
  }
}

async function askPerson(caller: OperationCaller, call: ToolCall): Promise<CallToolResult> {
  const ask = checkAsk(call.args)
  const asked = await send(caller, call, ask)
  const ending = await waitForAnswer(call, ask, asked)
  if (ending) return valueResult(resultOf(asked, ending))
  if (call.wasCancelled()) await withdraw(call, asked)
  return valueResult({ ...asked, status: 'open', answer: null })
}

/** The operation validates the rest, and gets no unknown arguments. */
function checkAsk(args: Record<string, unknown>): Ask {
  const unknown = Object.keys(args).filter((name) => !Object.hasOwn(properties, name))
  const missing = ['title', 'message', 'kind'].filter((name) => args[name] === undefined)
  const errors = [
    ...unknown.map((path) => ({ path, message: 'is not known' })),
    ...missing.map((path) => ({ path, message: 'is missing' })),
  ]
  const { wait_seconds: wait = 0 } = args
  if (!Number.isInteger(wait) || (wait as number) < 0 || (wait as number) > longestWaitSeconds) {
    errors.push({ path: 'wait_seconds', message: `must be from 0 to ${longestWaitSeconds}` })
  }
  if (errors.length > 0) {
    throw problem('validation_failed', { detail: 'The question is not valid.', errors })
  }
  return args as unknown as Ask
}

async function send(caller: OperationCaller, call: ToolCall, ask: Ask): Promise<Asked> {
  const { deps, actor } = call
  const { title, message, kind, options, body, thread_id, answerable_by, expires_at } = ask
  const reply = await caller.call(
    deps,
    actor,
    'sendAgentNotification',
    {
      body: {
        userId: String(ask.user_id ?? actor.userId),
        workspaceId: String(actor.workspaceId),
        category: 'agentNeedsInput',
        title,
        message,
        ...(body !== undefined && { body }),
        ...(thread_id !== undefined && { threadId: thread_id }),
        question: {
          kind,
          ...(options !== undefined && { options }),
          ...(answerable_by !== undefined && { answerable_by }),
          ...(expires_at !== undefined && { expires_at }),
        },
      },
    },
    ask._idempotency_key === undefined ? {} : { idempotencyKey: ask._idempotency_key },
  )
  const { question_id, notification_id, thread_id: thread } = JSON.parse(reply.body)
  return { question_id, notification_id, thread_id: thread }
}

async function waitForAnswer(
  call: ToolCall,
  ask: Ask,
  { question_id, thread_id }: Asked,
): Promise<Ending | undefined> {
  const { deps, actor } = call
  const enough = AbortSignal.timeout((ask.wait_seconds ?? 3600) * 1000)
  const over = new AbortController()
  const signal = AbortSignal.any([call.signal, enough, over.signal])
  const report = () => call.report(undefined, 'waiting for the answer')
  showAtClient(call, ask, question_id, signal)
  try {
    return await withHeartbeat(report, async () => {
      await report()
      for await (const ending of followAnswers(deps, actor, thread_id, 0, signal)) {
        if (ending.question_id === question_id) return ending
      }
      return undefined
    })
  } finally {
    over.abort()
  }
}

/**
 * Shows the question in the agent's client if the person asked may be there. The answer is recorded
 * as the credential's, via its client: nothing proves who was there.
 */
function showAtClient(call: ToolCall, ask: Ask, id: string, signal: AbortSignal): void {
  const { deps, actor, elicit } = call
  const isForThem = (ask.user_id ?? actor.userId) === actor.userId
  const mayAnswer = isForThem || ask.answerable_by === 'anyone'
  if (!elicit || !mayAnswer || !actor.permissions.has('notifications:write')) return
  void answerFrom(elicit, ask, signal)
    .then((answer) => answer && answerQuestion(deps, actor, id, answer, 'mcp'))
    .catch((error) => {
      // Someone else already answered, or the client could not show it. Other channels still ask.
      if (error instanceof Problem || signal.aborted) return
      deps.log.info({ err: error }, 'could not show a question in the client')
    })
}

async function answerFrom(elicit: Elicit, ask: Ask, signal: AbortSignal) {
  const { action, content } = await elicit(formOf(ask), signal)
  const value = content?.answer
  if (action !== 'accept' || typeof value !== 'string' || value.trim() === '') return undefined
  const comment = content?.comment
  return { value, ...(typeof comment === 'string' && comment !== '' && { comment }) }
}

function formOf({ title, message, kind, options }: Ask): ElicitRequestFormParams {
  const values = kind === 'approval' ? ['approved', 'rejected'] : options
  const answer = { type: 'string' as const, title: 'Answer', ...(values && { enum: values }) }
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

async function withdraw({ deps, actor }: ToolCall, { question_id }: Asked): Promise<void> {
  try {
    await cancelQuestion(deps, actor, question_id)
  } catch (error) {
    // Someone answered at the same moment.
    if (!(error instanceof Problem)) throw error
  }
}

function resultOf(asked: Asked, { status, answer, answered_by, answered_via }: Ending) {
  return { ...asked, status, answer, answered_by, answered_via }
}
