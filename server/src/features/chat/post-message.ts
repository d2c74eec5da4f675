import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import type { ForwardJob } from './forward-message.ts'
import { writeMessage } from './post-to-chat.ts'
import { requireChannel } from './read-chat.ts'
import type { ChatMessage, PostMessageBody } from './schemas.ts'
import { activeWebhooks } from './webhook-queries.ts'

/** Posts to a channel, and forwards the message to the connected chats. */
export async function postMessage(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'queue'>,
  actor: Actor,
  channel: string,
  { text, title }: PostMessageBody,
): Promise<ChatMessage> {
  requirePermission(actor, 'chat:write')
  const { workspaceId } = actor
  return deps.db.transaction(workspaceId, async (tx) => {
    await requireChannel(tx, workspaceId, channel)
    const message = await writeMessage(deps, tx, actor, {
      channel,
      notificationId: null,
      title: title?.trim() ?? null,
      text,
      link: null,
      ctaLabel: null,
      extra: {},
      author: actor.name,
    })
    for (const { id } of await activeWebhooks(tx, workspaceId, channel)) {
      const job: ForwardJob = {
        workspace_id: workspaceId,
        message_id: message.id,
        webhook_id: id,
      }
      await deps.queue.send(tx, 'chat-forward', job)
    }
    return message
  })
}
