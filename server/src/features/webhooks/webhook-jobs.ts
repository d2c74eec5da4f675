import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/postgres/db.ts'

export const webhookQueue = 'webhook-deliveries'

/** Says only that there may be something to send; what, and when, is in the rows. */
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
