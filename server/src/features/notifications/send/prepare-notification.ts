import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../http/permissions.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import type { Category } from '../categories.ts'
import type { NotificationRow } from '../queries.ts'
import type { PreparedQuestion } from '../question-support.ts'
import { findRecipients, type RecipientRow } from './queries.ts'
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
  question?: PreparedQuestion
  /** For a copy: the notification whose question it shows. */
  copyOf?: Pick<NotificationRow, 'id' | 'question'>
}

/** A notification that an actor wants to send. */
export interface Draft {
  actor: Actor
  input: NotificationInput
}

/** A notification with its channels decided, before anything is written. */
export interface PreparedNotification extends Draft {
  row: NotificationRow
  recipient: RecipientRow
  decisions: Decision[]
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
  const recipients = await findRecipients(sql, workspaceId, wanted, now)
  return drafts.map((draft, place) => {
    const recipient = recipients[place]
    if (!recipient) return undefined
    const decisions = routeNotification(
      draft.input.category,
      {
        ...recipient,
        switchedOff: recipient.switched_off ?? {},
        quietHours: recipient.quiet_hours,
        browsers: recipient.subscriptions.length,
      },
      {
        now,
        mailServer: deps.config.mail.smtpUrl !== undefined,
        recently: recipient.recently,
      },
    )
    const row = buildRow(deps.random.uuid(), draft, recipient, now)
    return { ...draft, row, recipient, decisions }
  })
}

function buildRow(
  id: string,
  { actor, input }: Draft,
  { threadMuted }: RecipientRow,
  now: Date,
): NotificationRow {
  const question = input.question?.shown ?? input.copyOf?.question ?? null
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
    question_of: input.copyOf?.id ?? null,
    // In a muted thread it is stored but does not ask for attention, unless it is a question.
    seen_at: threadMuted && !question ? now : null,
    read_at: null,
    archived_at: null,
    snoozed_until: null,
    created_at: now,
    question,
  }
}
