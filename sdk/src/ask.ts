import type { Atelier } from './atelier.ts'
import type { ReadAnswersReply, SendAgentNotificationBody } from './generated/types.ts'

/** The outcome of a question in a thread. */
export type Answer = ReadAnswersReply['results'][number]

/** The outcome of a question that someone answered. */
export type Answered = Answer & { status: 'answered'; answer: NonNullable<Answer['answer']> }

type Notification = SendAgentNotificationBody
type Question = NonNullable<Notification['question']>

export interface AskOptions
  extends Pick<Notification, 'title' | 'message' | 'body' | 'link' | 'ctaLabel' | 'threadId'>,
    Pick<Question, 'options' | 'fields' | 'draft' | 'escalate' | 'quorum' | 'subject'> {
  /** Id of the person. Defaults to you. */
  userId?: string | number
  /** Defaults to `choice` with options, `form` with fields, `edit` with a draft, else `approval`. */
  kind?: Question['kind']
  expiresAt?: Date | string
  defaultAnswer?: Question['default_answer']
  remindAfterSeconds?: Question['remind_after_seconds']
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
  const { title, message, body, link, ctaLabel, threadId } = options
  const { userId, signal, onAsked, idempotencyKey } = options
  const { user, workspace } = await atelier.workspaces.getCurrent({ signal })
  const notification: Notification = {
    userId: String(userId ?? user.id),
    workspaceId: String(workspace.id),
    category: 'agentNeedsInput',
    title,
    message,
    ...defined({ body, link, ctaLabel, threadId }),
    question: buildQuestion(options),
  }
  const callOptions = { signal, ...defined({ idempotencyKey }) }
  const { question_id, thread_id } = await atelier.notifications.send(notification, callOptions)
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

function buildQuestion(given: AskOptions): Question {
  const { options, fields, draft, escalate, quorum, subject, expiresAt } = given
  const usualKind = options ? 'choice' : fields ? 'form' : draft !== undefined ? 'edit' : 'approval'
  return {
    kind: given.kind ?? usualKind,
    ...defined({ options, fields, draft, escalate, quorum, subject }),
    ...defined({
      expires_at: expiresAt && new Date(expiresAt).toISOString(),
      default_answer: given.defaultAnswer,
      remind_after_seconds: given.remindAfterSeconds,
      answerable_by: given.answerableBy,
    }),
  }
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

function defined<T extends object>(fields: T): Defined<T> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Defined<T>
}
