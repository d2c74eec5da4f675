import { type OutgoingMessage, Undeliverable } from '../../channels/channel.ts'
import type { Mail } from '../../channels/email/compose-mail.ts'
import { writeMail } from '../../channels/email/write-mail.ts'
import type { Deps } from '../../deps.ts'
import { replyAddress, sealActingLinks } from '../../http/gate/acting-links.ts'
import { Problem } from '../../http/problem.ts'
import { consoleLink } from '../../lib/console-link.ts'
import { mailPerson } from '../auth/mail-person.ts'
import { countEmail } from '../quotas/take-rate.ts'
import type { DeliveryResult } from './deliver.ts'
import type { DeliveryRow } from './delivery-queries.ts'
import { unsubscribeLink } from './mail-links.ts'
import { keepMail, markMail } from './mail-queries.ts'
import { mapTexts } from './mail-texts.ts'
import { messageOf } from './message-of.ts'
import { wantsMails } from './preferences.ts'
import { notificationById, personOf } from './queries.ts'
import { answerLink } from './questions/answer-links.ts'
import { type QuestionRow, questionById } from './questions/queries.ts'

type LinkConfig = Pick<Deps['config'], 'publicUrl'>
type Needs = Pick<Deps, 'db' | 'config' | 'clock' | 'mailer' | 'linkSecrets' | 'secrets'>

/** Composes the email of a delivery, stores a copy, and sends it. */
export async function mailNotification(
  deps: Needs,
  delivery: DeliveryRow & { was: string },
): Promise<DeliveryResult> {
  const { workspace_id: workspaceId, user_id: userId, notification_id: id } = delivery
  const sql = deps.db.workspace(workspaceId)
  const [message, row, person] = await Promise.all([
    messageOf(deps, workspaceId, id),
    notificationById(sql, workspaceId, id),
    personOf(sql, workspaceId, userId),
  ])
  if (!person || !row) throw new Undeliverable('The person has left the workspace')
  if (!(await wantsMails(sql, { workspaceId, userId, category: row.category }))) {
    throw new Undeliverable('The person has switched these emails off in the meantime')
  }
  const { publicUrl, mail } = deps.config
  const questionId = row.question?.status === 'open' ? row.question.id : undefined
  const asked = questionId && (await questionById(sql, workspaceId, questionId))
  const replyTo = questionId && replyAddress(deps, { questionId, userId })
  const composed = await writeMail({
    message: asked ? { ...message, question: withDetails(message.question, asked) } : message,
    to: { name: person.name, address: person.email },
    from: mail.from,
    links: {
      ...mailLinks(deps, delivery),
      answer: questionId ? answerLink(deps, { workspaceId, questionId, userId }) : null,
    },
    messageId: `${delivery.id}@${hostOf(publicUrl)}`,
    threadReference: row.thread_id && threadReference(workspaceId, row.thread_id, publicUrl),
    // An earlier attempt was interrupted, so it is unknown whether it arrived.
    repeated: delivery.was === 'attempted',
    publicUrl,
    timeZone: person.timezone,
    ...(replyTo && { replyTo }),
  })
  return sendAndKeep(deps, delivery, composed)
}

function withDetails(
  question: OutgoingMessage['question'],
  { draft, fields, quorum }: QuestionRow,
): OutgoingMessage['question'] {
  return question && { ...question, draft, fields, approvalsNeeded: quorum?.needed ?? null }
}

/** The links in the footer of every email. */
export function mailLinks(
  deps: Pick<Deps, 'config' | 'linkSecrets'>,
  { workspace_id: workspaceId, user_id: userId, category }: DeliveryRow,
) {
  const unsubscribe = unsubscribeLink(deps, { workspaceId, userId, category })
  return {
    unsubscribe,
    oneClickUnsubscribe: unsubscribe,
    preferences: preferencesLink(deps.config, workspaceId),
  }
}

/** The stored email is the one that was sent. Without a mail server it is only stored. */
export async function sendAndKeep(
  deps: Needs,
  delivery: DeliveryRow,
  mail: Mail,
): Promise<DeliveryResult> {
  const sql = deps.db.workspace(delivery.workspace_id)
  const sealed = mapTexts(mail, (text) => sealActingLinks(deps, text))
  await deps.db
    .transaction(delivery.workspace_id, async (tx) => {
      const isNew = await keepMail(tx, delivery, sealed, deps.clock())
      if (isNew) await countEmail(deps, tx, delivery.workspace_id, mail.to.address)
    })
    .catch((error) => {
      const isFull = error instanceof Problem && error.code === 'quota_exceeded'
      throw isFull ? new Undeliverable(error.detail) : error
    })
  const sent = await mailPerson(deps, delivery.user_id, mail)
  await markMail(sql, delivery, sent.status)
  return sent
}

/** Notification preferences are per workspace. */
export function preferencesLink({ publicUrl }: LinkConfig, workspaceId: number): string {
  return consoleLink(new URL('/settings/notifications', publicUrl), { publicUrl, workspaceId })
}

export function inboxLink({ publicUrl }: LinkConfig, workspaceId: number): string {
  return consoleLink(new URL('/inbox', publicUrl), { publicUrl, workspaceId })
}

export function hostOf(publicUrl: string): string {
  return new URL(publicUrl).hostname
}

/** The same for all emails of a thread, so that clients group them. */
function threadReference(workspaceId: number, threadId: string, publicUrl: string): string {
  const thread = Buffer.from(threadId).toString('base64url').slice(0, 60)
  return `thread.${workspaceId}.${thread}@${hostOf(publicUrl)}`
}
