import { Undeliverable } from '../../channels/channel.ts'
import type { Deps } from '../../deps.ts'
import { forwardToWebhook } from './forward-to-webhook.ts'

export interface ForwardJob {
  workspace_id: number
  message_id: string
  webhook_id: string
}

/**
 * Forwards a channel message to one webhook. A temporary error fails the job, so the queue retries.
 * A permanent error is recorded on the webhook, and the job is done.
 */
export async function forwardMessage(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'safeFetch' | 'secrets'>,
  { workspace_id, message_id, webhook_id }: ForwardJob,
): Promise<void> {
  const forward = { workspaceId: workspace_id, webhookId: webhook_id, messageId: message_id }
  try {
    await forwardToWebhook(deps, forward)
  } catch (error) {
    if (!(error instanceof Undeliverable)) throw error
  }
}
