import { chatPayload } from '../../../channels/chat/send-chat.ts'
import { writeMail } from '../../../channels/email/write-mail.ts'
import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../http/permissions.ts'
import type { Service } from '../../feature.ts'
import { alertsChannel } from '../categories.ts'
import { buildPreferencesLink } from '../mail/mail-notification.ts'
import { buildChatAction, buildMessage, presentNotification } from '../present-notification.ts'
import { chooseThread } from '../threads/choose-thread.ts'
import { type PreparedNotification, prepareNotifications } from './prepare-notification.ts'
import { readBody, reportNonMember } from './read-body.ts'
import type { NotifyBody, NotifyReply } from './schemas.ts'

/** A dry run: where the notification would go, why, and how it would look. Writes nothing. */
export async function previewNotification(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'config'>,
  service: Service,
  actor: Actor,
  body: NotifyBody,
): Promise<NotifyReply> {
  const { input, adjusted } = await readBody(deps, service, actor, body)
  const { workspaceId } = actor
  const [prepared] = await deps.db.transaction(workspaceId, async (tx) => {
    if (body.threadId !== undefined) input.threadId = await chooseThread(tx, actor, body.threadId)
    return prepareNotifications(deps, tx, workspaceId, [{ actor, input }])
  })
  if (!prepared) throw reportNonMember(input.userId)
  return {
    status: 'dry_run',
    ...adjusted,
    thread_id: prepared.row.thread_id,
    deliveries: [],
    skipped: [],
    decisions: prepared.decisions.map(({ channel, outcome, reason, until }) => ({
      channel,
      decision: outcome,
      reason,
      until,
    })),
    rendered: await render(deps, prepared),
  }
}

async function render({ config }: Pick<Deps, 'config'>, { row, recipient }: PreparedNotification) {
  const message = buildMessage(config, row, recipient.workspace_name)
  // Links that perform an action are shown without a real token.
  const buildLink = (path: string) => `${config.publicUrl}/${path}/dry-run`
  const mail = await writeMail({
    message,
    to: { name: recipient.name, address: recipient.email },
    from: config.mail.from,
    links: {
      unsubscribe: buildLink('unsubscribe'),
      oneClickUnsubscribe: buildLink('unsubscribe'),
      preferences: buildPreferencesLink(config, row.workspace_id),
      answer: row.question ? buildLink('answer') : null,
    },
    messageId: `dry-run@${new URL(config.publicUrl).hostname}`,
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
    action: buildChatAction(config, row),
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
