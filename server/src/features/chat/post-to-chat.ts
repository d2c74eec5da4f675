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
  /** The notification that is told in the channel; null for what is written there. */
  notificationId: string | null
  title: string | null
  /** Markdown */
  text: string
  /** Of the web, or a path of ours. */
  link: string | null
  ctaLabel: string | null
  extra: object
  /** The name under which it is said. */
  author: string
}

export interface PostedMessage {
  messageId: string
  /** Where it is to be forwarded to, which is for the caller to see to. */
  webhooks: { id: string; name: string; kind: ChatKind }[]
}

/**
 * Says something in a channel: the message and its event are in the caller's transaction. Who may
 * is for the caller to judge: an agent that may notify need not be allowed to write.
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
