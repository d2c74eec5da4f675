import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { Category } from './categories.ts'
import { type NotificationRow, type RecipientRow, recipientsOf } from './queries.ts'
import type { CheckedQuestion } from './questions/ask-question.ts'
import { type Decision, routeNotification } from './route-notification.ts'

export interface NotificationInput {
  userId: number
  category: Category
  title: string
  message: string
  body?: string | undefined
  link?: string | undefined
  ctaLabel?: string | undefined
  threadId?: string | undefined
  extra: object
  /** Defaults to the name of the actor. */
  senderName?: string | undefined
  question?: CheckedQuestion | undefined
  /** A reminder, or the copy for a further person: shows the question of this notification. */
  questionOf?: { notificationId: string; question: NotificationRow['question'] }
}

/** A notification with its channels decided, before anything is written. */
export interface PreparedNotification {
  row: NotificationRow
  question: (CheckedQuestion & { id: string }) | null
  recipient: RecipientRow
  decisions: Decision[]
}

/** A notification that an actor wants to send. */
export interface Draft {
  actor: Actor
  input: NotificationInput
}

type Needs = Pick<Deps, 'clock' | 'random' | 'config'>

/** All in one workspace. Undefined for each whose user is not an active member. */
export async function prepareNotifications(
  deps: Needs,
  sql: Sql,
  workspaceId: number,
  drafts: readonly Draft[],
): Promise<(PreparedNotification | undefined)[]> {
  const now = deps.clock()
  const wanted = drafts.map(({ input: { userId, category, threadId = null } }) => ({
    userId,
    category,
    threadId,
  }))
  const recipients = await recipientsOf(sql, workspaceId, wanted, now)
  return drafts.map((draft, place) => {
    const recipient = recipients[place]
    return recipient && prepare(deps, draft, recipient, now)
  })
}

function prepare(
  { random, config }: Needs,
  { actor, input }: Draft,
  recipient: RecipientRow,
  now: Date,
): PreparedNotification {
  const question = input.question ? { ...input.question, id: random.uuid() } : null
  const decisions = routeNotification(
    input.category,
    {
      ...recipient,
      switchedOff: recipient.switched_off ?? {},
      quietHours: recipient.quiet_hours,
      browsers: recipient.subscriptions.length,
    },
    { now, mailServer: config.mail.smtpUrl !== undefined, recently: recipient.recently },
  )
  const id = random.uuid()
  const row = rowOf(id, { actor, input }, recipient, question, now)
  return { row, question, recipient, decisions }
}

function rowOf(
  id: string,
  { actor, input }: Draft,
  recipient: RecipientRow,
  question: PreparedNotification['question'],
  now: Date,
): NotificationRow {
  return {
    id,
    workspace_id: actor.workspaceId,
    user_id: input.userId,
    category: input.category,
    title: input.title,
    message: input.message,
    body: input.body ?? null,
    link: input.link ?? null,
    cta_label: input.ctaLabel ?? null,
    // A question starts a conversation, so it always has a thread.
    thread_id: input.threadId ?? (question ? id : null),
    extra: input.extra,
    sender: { id: actor.userId, name: input.senderName || actor.name, kind: actor.kind },
    question_of: input.questionOf?.notificationId ?? null,
    // In a muted thread it is stored but does not ask for attention, unless it is a question.
    seen_at: recipient.threadMuted && !question && !input.questionOf ? now : null,
    read_at: null,
    archived_at: null,
    snoozed_until: null,
    created_at: now,
    question: question ? shown(question) : (input.questionOf?.question ?? null),
  }
}

function shown({ id, kind, options, expires_at, details }: CheckedQuestion & { id: string }) {
  const open = { status: 'open' as const, answer: null, answered_by: null, ended_at: null }
  const { fields = null } = details
  return { id, kind, options, fields, expires_at, ...open }
}
