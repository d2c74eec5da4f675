import { Undeliverable } from '../../../channels/channel.ts'
import type { Mail } from '../../../channels/email/compose-mail.ts'
import { writeMail } from '../../../channels/email/write-mail.ts'
import type { Deps } from '../../../deps.ts'
import { sealActingLinks } from '../../../http/gate/acting-links.ts'
import { Problem } from '../../../http/problem.ts'
import { consoleLink } from '../../../lib/console-link.ts'
import { mailPerson } from '../../auth/mail-person.ts'
import type { Service } from '../../feature.ts'
import { countEmail } from '../../quotas/take-rate.ts'
import type { DeliveryResult } from '../deliver/attempt.ts'
import type { BegunDelivery, DeliveryRow } from '../deliver/queries.ts'
import { readMessage } from '../present-notification.ts'
import { findPerson, type NotificationRow, type Person } from '../queries.ts'
import { keepMail, markMail } from './queries.ts'
import { mapTexts } from './read-mails.ts'
import { signUnsubscribeLink } from './unsubscribe.ts'

type LinkConfig = Pick<Deps['config'], 'publicUrl'>
type Needs = Pick<Deps, 'db' | 'config' | 'clock' | 'mailer' | 'linkSecrets' | 'secrets'>

/** Composes the email of a delivery, stores a copy, and sends it. */
export async function mailNotification(
  deps: Needs,
  { questionSupport }: Pick<Service, 'questionSupport'>,
  delivery: BegunDelivery,
): Promise<DeliveryResult> {
  const { workspace_id: workspaceId, user_id: userId, notification_id: id } = delivery
  const sql = deps.db.workspace(workspaceId)
  const [{ row, message }, person] = await Promise.all([
    readMessage(deps, workspaceId, id),
    findPerson(sql, workspaceId, userId),
  ])
  if (!person) throw new Undeliverable('The person has left the workspace')
  if (person.switched_off[row.category]?.includes('email')) {
    throw new Undeliverable('The person has switched these emails off in the meantime')
  }
  const questionId = row.question?.status === 'open' ? row.question.id : undefined
  const asked = questionId
    ? await questionSupport.describeForMail(deps, { workspaceId, questionId, userId })
    : undefined
  const question = asked && message.question && { ...message.question, ...asked.details }
  const envelope = buildEnvelope(deps, delivery, person)
  const mail = await writeMail({
    ...envelope,
    message: question ? { ...message, question } : message,
    links: { ...envelope.links, answer: asked?.answerLink ?? null },
    threadReference: row.thread_id && buildThreadReference(deps.config, row),
    // An earlier attempt was interrupted, so it is unknown whether it arrived.
    repeated: delivery.was === 'attempted',
    ...(asked?.replyTo && { replyTo: asked.replyTo }),
  })
  return sendAndKeep(deps, delivery, mail)
}

/** What all emails to a person have in common, with the links in their footer. */
export function buildEnvelope(
  deps: Pick<Deps, 'config' | 'linkSecrets'>,
  { id, workspace_id: workspaceId, user_id: userId, category }: DeliveryRow,
  { name, email, timezone }: Person,
) {
  const { publicUrl, mail } = deps.config
  const unsubscribe = signUnsubscribeLink(deps, { workspaceId, userId, category })
  const preferences = buildPreferencesLink(deps.config, workspaceId)
  return {
    to: { name, address: email },
    from: mail.from,
    links: { unsubscribe, oneClickUnsubscribe: unsubscribe, preferences },
    messageId: `${id}@${new URL(publicUrl).hostname}`,
    publicUrl,
    timeZone: timezone,
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
export function buildPreferencesLink({ publicUrl }: LinkConfig, workspaceId: number): string {
  return consoleLink(new URL('/settings/notifications', publicUrl), { publicUrl, workspaceId })
}

export function buildInboxLink({ publicUrl }: LinkConfig, workspaceId: number): string {
  return consoleLink(new URL('/inbox', publicUrl), { publicUrl, workspaceId })
}

/** The same for all emails of a thread, so that clients group them. */
function buildThreadReference({ publicUrl }: LinkConfig, row: NotificationRow): string {
  const thread = Buffer.from(row.thread_id as string)
    .toString('base64url')
    .slice(0, 60)
  return `thread.${row.workspace_id}.${thread}@${new URL(publicUrl).hostname}`
}
