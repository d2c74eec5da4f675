import { chatPayload } from '../../channels/chat/send-chat.ts'
import { writeMail } from '../../channels/email/write-mail.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { alertsChannel } from './categories.ts'
import { hostOf, preferencesLink } from './mail-notification.ts'
import { prepareFromAgent } from './notify.ts'
import type { PreparedNotification } from './prepare-notification.ts'
import { chatActionOf, outgoing, presentNotification } from './present-notification.ts'
import type { NotifyBody, NotifyReply } from './schemas.ts'

/** A dry run: where the notification would go, why, and how it would look. Writes nothing. */
export async function previewNotification(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'config'>,
  actor: Actor,
  body: NotifyBody,
): Promise<NotifyReply> {
  const prepared = await deps.db.transaction(actor.workspaceId, (tx) =>
    prepareFromAgent(deps, tx, actor, body),
  )
  return {
    status: 'dry_run',
    ...prepared.adjusted,
    thread_id: prepared.row.thread_id,
    deliveries: [],
    skipped: [],
    decisions: prepared.decisions.map(({ channel, outcome, reason, until }) => ({
      channel,
      decision: outcome,
      reason,
      until,
    })),
    rendered: await rendered(deps, prepared),
  }
}

async function rendered(
  { config }: Pick<Deps, 'config'>,
  { row, recipient }: PreparedNotification,
) {
  const message = outgoing(config, row, recipient.workspace_name)
  // Links that perform an action are shown without a real token.
  const shownLink = (path: string) => `${config.publicUrl}/${path}/dry-run`
  const mail = await writeMail({
    message,
    to: { name: recipient.name, address: recipient.email },
    from: config.mail.from,
    links: {
      unsubscribe: shownLink('unsubscribe'),
      oneClickUnsubscribe: shownLink('unsubscribe'),
      preferences: preferencesLink(config, row.workspace_id),
      answer: row.question ? shownLink('answer') : null,
    },
    messageId: `dry-run@${hostOf(config.publicUrl)}`,
    threadReference: null,
    repeated: false,
    publicUrl: config.publicUrl,
    timeZone: recipient.timezone,
  })
  const { from, to, subject, html, text, headers } = mail
  const post = {
    channel: alertsChannel,
    title: message.title,
    text: message.body ?? message.message,
    action: chatActionOf(config, row),
    author: message.sender,
    workspaceId: message.workspace.id,
    workspaceName: message.workspace.name,
    createdAt: message.createdAt,
  }
  return {
    email: { from, to: to.address, subject, html, text, headers },
    chat: {
      slack: await chatPayload('slack', post),
      mattermost: await chatPayload('mattermost', post),
      discord: await chatPayload('discord', post),
    },
    in_app: presentNotification(config, row),
    push: { title: message.title, message: message.message, url: message.action.url },
  }
}
