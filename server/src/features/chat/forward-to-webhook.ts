import { Undeliverable } from '../../channels/channel.ts'
import type { ChatPost } from '../../channels/chat/chat-post.ts'
import { sendToChat, WebhookGone } from '../../channels/chat/send-chat.ts'
import { isAboutDelivery } from '../../channels/post-to-service.ts'
import type { Deps } from '../../deps.ts'
import { serviceActor } from '../../http/permissions.ts'
import { consoleLink } from '../../lib/console-link.ts'
import { publish } from '../events/publish.ts'
import { shownInEvents } from './present-webhook.ts'
import { type MessageToForward, messageToForward } from './queries.ts'
import { openUrl } from './sealed-url.ts'
import {
  lockWebhook,
  noteResult,
  saveWebhook,
  type WebhookRow,
  webhookById,
} from './webhook-queries.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config' | 'safeFetch' | 'secrets'>

export type Forward = { workspaceId: number; webhookId: string } & (
  | { notificationId: string }
  | { messageId: string }
)

/**
 * Sends a channel message to one of its webhooks. Throws Undeliverable, TryLater, or an Error for a
 * temporary failure. The webhook records the error, and is switched off if the chat deleted it.
 */
export async function forwardToWebhook(deps: Needs, forward: Forward): Promise<void> {
  const { workspaceId, webhookId } = forward
  const sql = deps.db.workspace(workspaceId)
  const webhook = await webhookById(sql, workspaceId, webhookId)
  if (!webhook) throw new Undeliverable('The webhook was deleted.')
  if (!webhook.is_active) throw new Undeliverable('The webhook is switched off.')
  const message = await messageToForward(sql, workspaceId, forward)
  if (!message) throw new Undeliverable('The message was deleted.')
  await sendAndNote(deps, workspaceId, webhook, buildPost(deps, workspaceId, message))
}

export async function sendAndNote(
  deps: Needs,
  workspaceId: number,
  webhook: WebhookRow,
  post: ChatPost,
): Promise<void> {
  const sql = deps.db.workspace(workspaceId)
  try {
    const url = openUrl(deps, webhook)
    await sendToChat(deps.safeFetch.webhooks, { ...webhook, url }, post)
  } catch (error) {
    if (error instanceof WebhookGone) await switchOff(deps, workspaceId, webhook, error.message)
    else if (isAboutDelivery(error)) await noteResult(sql, workspaceId, webhook, error.message)
    throw error
  }
  await noteResult(sql, workspaceId, webhook, null)
}

function buildPost({ config }: Needs, workspaceId: number, message: MessageToForward): ChatPost {
  const { channel, title, text, link, cta_label, author, workspace_name, created_at } = message
  // A path is one of ours; an external chat needs the absolute URL.
  const url = link === null ? null : URL.parse(link, config.publicUrl)
  return {
    channel,
    title,
    text,
    action: url && {
      label: cta_label ?? 'View details',
      url: consoleLink(url, { ...config, workspaceId }),
    },
    author: author.name,
    workspaceId,
    workspaceName: workspace_name,
    createdAt: created_at,
  }
}

/**
 * Switches off a webhook that the chat deleted. Leaves it unchanged if it was removed or has a new
 * URL.
 */
async function switchOff(
  deps: Pick<Deps, 'db' | 'clock'>,
  workspaceId: number,
  { id, url }: WebhookRow,
  reason: string,
): Promise<void> {
  await deps.db.transaction(workspaceId, async (tx) => {
    const before = await lockWebhook(tx, workspaceId, id)
    if (!before?.is_active || before.url !== url) return
    const at = deps.clock()
    const after = { ...before, is_active: false, last_error: reason, updated_at: at }
    await saveWebhook(tx, workspaceId, after)
    await publish(tx, serviceActor(workspaceId, before.created_by), {
      type: 'chat_webhook.updated',
      object: { type: 'chat_webhook', id },
      data: { before: shownInEvents(before), after: shownInEvents(after) },
      at,
    })
  })
}
