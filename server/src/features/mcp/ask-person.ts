import type { CallToolResult, JSONObject } from '@modelcontextprotocol/server'
import type { OperationCaller } from '../../http/call-operation.ts'
import { Problem, problem } from '../../http/problem.ts'
import { cancelQuestion } from '../questions/answer/end-question.ts'
import { rememberAskingCall } from '../questions/ask/remember-asking-call.ts'
import { followAnswers } from '../questions/read-answers.ts'
import { QuestionEnd } from '../questions/schemas.ts'
import { approvalCard } from './apps/app-resources.ts'
import {
  type Ask,
  longestWaitSeconds,
  properties,
  rich,
  unlisted,
  usualKind,
} from './ask-arguments.ts'
import {
  askedResult,
  leaveToClient,
  readAsked,
  type SentQuestion,
  showAtClient,
} from './ask-at-client.ts'
import { commonToolset } from './common/common-tool.ts'
import { requireByName } from './common/find-by-name.ts'
import { plain } from './input-schema.ts'
import { withHeartbeat } from './news.ts'
import { renameInError } from './rename-in-error.ts'
import type { Tool, ToolCall } from './surface.ts'

const { properties: ended } = plain(QuestionEnd) as { properties: Record<string, JSONObject> }

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
        'Asks a person in the app, by email and their other channels, and returns their answer. It may take hours. Ask before anything that cannot be undone.',
      inputSchema: {
        type: 'object',
        properties,
        required: ['title', 'message'],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: false, destructiveHint: false },
      _meta: approvalCard.toolMeta,
    },
    outputSchema: { type: 'object', properties: outputProperties, required: ['status'] },
    toolset: commonToolset,
    alsoIn: 'questions',
    permission: 'notifications:send',
    isReadOnly: false,
    isSlow: true,
    call: (call) => askPerson(caller, call),
  }
}

async function askPerson(caller: OperationCaller, call: ToolCall): Promise<CallToolResult> {
  const given = checkAsk(call.args)
  const userId = await askedPerson(caller, call, given)
  const ask = { ...given, user_id: userId }
  const earlier = readAsked(call)
  const asked = earlier ?? (await send(caller, call, ask))
  // The repeated call waits for the answer that the person gives on the page.
  const elsewhere = earlier ? undefined : await leaveToClient(caller, call, ask, asked)
  if (elsewhere) return elsewhere
  const ending = await waitForAnswer(call, ask, asked)
  if (ending) return askedResult(asked, ending)
  if (call.wasCancelled()) await withdraw(call, asked)
  return askedResult(asked, { status: 'open', answer: null })
}

/** `user_id` is the former name of the argument. */
async function askedPerson(
  caller: OperationCaller,
  call: ToolCall,
  { person, user_id }: Ask,
): Promise<number> {
  if (typeof user_id === 'number') return user_id
  const wanted = person ?? user_id
  if (wanted === undefined || wanted === 'me') return call.actor.userId
  const found = await requireByName(caller, call, 'person', 'person', String(wanted))
  return found.user_id as number
}

/** The operation validates the rest, and gets no unknown arguments. */
function checkAsk(args: Record<string, unknown>): Ask {
  const unknown = Object.keys(args).filter(
    (name) => !Object.hasOwn(properties, name) && !unlisted.includes(name),
  )
  const missing = ['title', 'message'].filter((name) => args[name] === undefined)
  const errors = [
    ...unknown.map((path) => ({ path, message: 'is not known' })),
    ...missing.map((path) => ({ path, message: 'is required' })),
  ]
  const { wait_seconds: wait = 0 } = args
  if (!Number.isInteger(wait) || (wait as number) < 0 || (wait as number) > longestWaitSeconds) {
    errors.push({ path: 'wait_seconds', message: `must be from 0 to ${longestWaitSeconds}` })
  }
  if (errors.length > 0) {
    throw problem('validation_failed', { detail: 'The question is not valid.', errors })
  }
  return { ...args, kind: args.kind ?? usualKind(args) } as unknown as Ask
}

async function send(caller: OperationCaller, call: ToolCall, ask: Ask): Promise<SentQuestion> {
  const { deps, actor } = call
  const { title, message, kind, body, thread_id } = ask
  const reply = await caller
    .call(
      deps,
      actor,
      'sendAgentNotification',
      {
        body: {
          userId: String(ask.user_id),
          workspaceId: String(actor.workspaceId),
          category: 'agentNeedsInput',
          title,
          message,
          ...(body !== undefined && { body }),
          ...(thread_id !== undefined && { threadId: thread_id }),
          question: {
            kind,
            ...Object.fromEntries(
              rich.flatMap((name) => (ask[name] === undefined ? [] : [[name, ask[name]]])),
            ),
          },
        },
      },
      ask._idempotency_key === undefined ? {} : { idempotencyKey: ask._idempotency_key },
    )
    // The operation has these arguments in `question`.
    .catch(renameInError('question.'))
  const { question_id, notification_id, thread_id: thread } = JSON.parse(reply.body)
  const callId = String(call.context.mcpReq.id)
  await rememberAskingCall(deps, actor, { id: question_id, callId })
  return { question_id, notification_id, thread_id: thread }
}

async function waitForAnswer(
  call: ToolCall,
  ask: Ask,
  asked: SentQuestion,
): Promise<QuestionEnd | undefined> {
  const { deps, actor } = call
  const { question_id, thread_id } = asked
  const enough = AbortSignal.timeout((ask.wait_seconds ?? 3600) * 1000)
  const over = new AbortController()
  const signal = AbortSignal.any([call.signal, enough, over.signal])
  const report = () => call.report(undefined, 'waiting for the answer')
  void showAtClient(call, ask, asked, signal)
  const ended = withHeartbeat(report, async () => {
    await report()
    for await (const ending of followAnswers(deps, actor, thread_id, 0, signal)) {
      if (ending.question_id === question_id) return ending
    }
    return undefined
  })
  try {
    return await ended
  } finally {
    over.abort()
  }
}

async function withdraw({ deps, actor }: ToolCall, { question_id }: SentQuestion): Promise<void> {
  try {
    await cancelQuestion(deps, actor, question_id)
  } catch (error) {
    // Someone answered at the same moment.
    if (!(error instanceof Problem)) throw error
  }
}
