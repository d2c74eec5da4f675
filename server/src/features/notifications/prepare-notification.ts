import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { Category } from './categories.ts'
import { type NotificationRow, type RecipientRow, recipientOf } from './queries.ts'
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
}

/** A notification with its channels decided, before anything is written. */
export interface Prepared {
  row: NotificationRow
  question: (CheckedQuestion & { id: string }) | null
  recipient: RecipientRow
  decisions: Decision[]
}

/** Undefined if the user is not an active member. */
export async function prepareNotification(
  { clock, random, config }: Pick<Deps, 'clock' | 'random' | 'config'>,
  sql: Sql,
  actor: Actor,
  input: NotificationInput,
): Promise<Prepared | undefined> {
  const now = clock()
  const id = random.uuid()
  const question = input.question ? { ...input.question, id: random.uuid() } : null
  // A question starts a conversation, so it always has a thread.
  const threadId = input.threadId ?? (question ? id : null)
  const { userId, category } = input
  const recipient = await recipientOf(sql, actor.workspaceId, userId, { category, threadId, now })
  if (!recipient) return undefined
  const decisions = routeNotification(
    category,
    {
      ...recipient,
      switchedOff: recipient.switched_off ?? {},
      quietHours: recipient.quiet_hours,
      browsers: recipient.subscriptions.length,
    },
    { now, mailServer: config.mail.smtpUrl !== undefined, recently: recipient.recently },
  )
  const row: NotificationRow = {
    id,
    workspace_id: actor.workspaceId,
    user_id: userId,
    category,
    title: input.title,
    message: input.message,
    body: input.body ?? null,
    link: input.link ?? null,
    cta_label: input.ctaLabel ?? null,
    thread_id: threadId,
    extra: input.extra,
    sender: { id: actor.userId, name: input.senderName || actor.name, kind: actor.kind },
    // In a muted thread it is stored but does not ask for attention, unless it is a question.
    seen_at: recipient.threadMuted && !question ? now : null,
    read_at: null,
    archived_at: null,
    snoozed_until: null,
    created_at: now,
    question: question && shown(question),
  }
  return { row, question, recipient, decisions }
}

function shown({ id, kind, options, expires_at }: CheckedQuestion & { id: string }) {
  const open = { status: 'open' as const, answer: null, answered_by: null, ended_at: null }
  return { id, kind, options, expires_at, ...open }
}
