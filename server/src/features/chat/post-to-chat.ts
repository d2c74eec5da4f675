import type { ChatKind } from '../../channels/chat/chat-post.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { publish } from '../events/publish.ts'
import { insertMessage } from './queries.ts'
import type { ChatMessage } from './schemas.ts'
import { activeWebhooks } from './webhook-queries.ts'

export interface NewChatMessage {
  channel: string
  /** The notification posted to the channel; null for a message written there. */
  notificationId: string | null
  title: string | null
  /** Markdown */
  text: string
  /** A web URL, or a path of ours. */
  link: string | null
  ctaLabel: string | null
  extra: object
  /** The displayed author. */
  author: string
}

export interface PostedMessage {
  messageId: string
  /** The webhooks to forward to. The caller forwards the message. */
  webhooks: { id: string; name: string; kind: ChatKind }[]
}

/**
 * Posts to a channel: the message and its event are part of the caller's transaction. The caller
 * checks permissions, because an agent that may notify does not always have write permission.
 */
export async function postToChat(
  deps: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  actor: Actor,
  message: NewChatMessage,
): Promise<PostedMessage> {
  const row = await writeMessage(deps, tx, actor, message)
  return {
    messageId: row.id,
    webhooks: await activeWebhooks(tx, actor.workspaceId, message.channel),
  }
}

export async function writeMessage(
  deps: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  actor: Actor,
  { channel, notificationId, title, text, link, ctaLabel, extra, author }: NewChatMessage,
): Promise<ChatMessage> {
  const row: ChatMessage = {
    id: deps.random.uuid(),
    channel,
    notification_id: notificationId,
    author: { id: actor.userId, name: author, kind: actor.kind },
    title,
    text,
    link,
    cta_label: ctaLabel,
    extra,
    created_at: deps.clock(),
  }
  await insertMessage(tx, actor.workspaceId, row)
  await publish(tx, actor, {
    type: 'chat.message',
    object: { type: 'chat_message', id: row.id },
    data: { channel, title, author, notification_id: notificationId },
    at: row.created_at,
  })
  return row
}
