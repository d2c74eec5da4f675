import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/postgres/db.ts'

export const webhooksTopic = 'webhooks'

/** A subscription that may have something due; the rows say what and when. */
export interface WebhookSignal {
  workspace_id: number
  subscription_id: string
}

export function wakeSender({ signals }: Pick<Deps, 'signals'>, tx: Tx, due: WebhookSignal): void {
  signals.send(tx, webhooksTopic, `${due.workspace_id} ${due.subscription_id}`)
}

export function readSignal(message: string): WebhookSignal {
  const [workspaceId, subscription_id] = message.split(' ') as [string, string]
  return { workspace_id: Number(workspaceId), subscription_id }
}
