import type { Atelier } from './atelier.ts'
import type { ReadAnswersReply, SendAgentNotificationBody } from './generated/types.ts'

/** The outcome of a question in a thread. */
export type Answer = ReadAnswersReply['results'][number]

/** The outcome of a question that someone answered. */
export type Answered = Answer & { status: 'answered'; answer: NonNullable<Answer['answer']> }

type Notification = SendAgentNotificationBody
type Question = NonNullable<Notification['question']>

export interface AskOptions
  extends Pick<Notification, 'title' | 'message' | 'body' | 'link' | 'ctaLabel' | 'threadId'> {
  /** Id of the person. Defaults to you. */
  userId?: string | number
  /** Defaults to `approval`, or `choice` if there are options. */
  kind?: Question['kind']
  options?: Question['options']
  expiresAt?: Date | string
  answerableBy?: Question['answerable_by']
  /** Receives the ids before anyone has answered, so that you can store them. */
  onAsked?: (asked: { questionId: string; threadId: string }) => void
  /** Stops the waiting. The question stays open. */
  signal?: AbortSignal | undefined
  idempotencyKey?: string
}

/** A question ended without an answer. */
export class QuestionClosed extends Error {
  override readonly name = 'QuestionClosed'
  readonly outcome: Answer

  constructor(outcome: Answer) {
    super(`The question was not answered: it is ${outcome.status}.`)
    this.outcome = outcome
  }
}

export async function ask(atelier: Atelier, options: AskOptions): Promise<Answered> {
  const { userId, kind, options: choices, expiresAt, answerableBy, ...rest } = options
  const { signal, onAsked, idempotencyKey, ...notification } = rest
  const { user, workspace } = await atelier.workspaces.getCurrent({ signal })
  const question: Question = {
    kind: kind ?? (choices ? 'choice' : 'approval'),
    ...(choices && { options: choices }),
    ...(expiresAt && { expires_at: new Date(expiresAt).toISOString() }),
    ...(answerableBy && { answerable_by: answerableBy }),
  }
  const { question_id, thread_id } = await atelier.notifications.send(
    {
      ...notification,
      userId: String(userId ?? user.id),
      workspaceId: String(workspace.id),
      category: 'agentNeedsInput',
      question,
    },
    { signal, ...(idempotencyKey && { idempotencyKey }) },
  )
  if (!question_id || !thread_id) throw new Error('The server created no question.')
  onAsked?.({ questionId: question_id, threadId: thread_id })
  // From the start: the answer may already be there.
  for await (const outcome of atelier.threads.followAnswers(thread_id, { after: 0, signal })) {
    if (outcome.question_id !== question_id) continue
    if (outcome.status === 'answered') return outcome as Answered
    throw new QuestionClosed(outcome)
  }
  throw new Error('unreachable: answers are followed forever')
}
