import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/postgres/db.ts'

export const webhookQueue = 'webhook-deliveries'

/** Only signals that something may be due; the rows say what and when. */
export interface WebhookJob {
  workspace_id: number
  subscription_id: string
}

export async function sendWebhookJob(
  { queue }: Pick<Deps, 'queue'>,
  tx: Tx,
  job: WebhookJob,
): Promise<void> {
  await queue.send(tx, webhookQueue, job)
}
