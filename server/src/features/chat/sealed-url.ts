import type { Deps } from '../../deps.ts'
import type { SealedColumn } from '../../platform/sealed-columns.ts'
import type { WebhookRow } from './webhook-queries.ts'

const purpose = 'chat webhook'
export const sealedWebhookUrl: SealedColumn = { table: 'chat_webhooks', column: 'url', purpose }

type Needs = Pick<Deps, 'secrets'>

export function sealUrl({ secrets }: Needs, url: string): string {
  return secrets.toStored(url, purpose)
}

export function openUrl({ secrets }: Needs, { url }: Pick<WebhookRow, 'url'>): string {
  return secrets.fromStored(url, purpose)
}
