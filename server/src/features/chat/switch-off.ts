import type { Deps } from '../../deps.ts'
import { serviceActor } from '../../http/permissions.ts'
import { publish } from '../events/publish.ts'
import { shownInEvents } from './present-webhook.ts'
import { lockWebhook, saveWebhook, type WebhookRow } from './webhook-queries.ts'

/**
 * Switches off a webhook that the chat deleted. Leaves it unchanged if it was removed or has a new
 * URL.
 */
export async function switchOff(
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
