import type { Deps } from '../../deps.ts'
import type { ChatWebhook } from './schemas.ts'
import { openUrl } from './sealed-url.ts'
import type { WebhookRow } from './webhook-queries.ts'

/** Everyone who knows the URL can post, so only enough of it is shown to recognise it. */
export function presentWebhook(deps: Pick<Deps, 'secrets'>, webhook: WebhookRow): ChatWebhook {
  const { url: _url, created_by: _by, ...row } = webhook
  return { ...row, url_hint: writeHint(openUrl(deps, webhook)) }
}

function writeHint(url: string): string {
  const { origin, pathname, search } = new URL(url)
  const secret = `${pathname}${search}`
  return secret.length > 12 ? `${origin}/…${secret.slice(-4)}` : `${origin}/…`
}

/** Everyone in the workspace can read events, so they contain nothing of the URL. */
export function shownInEvents({ channel, kind, name, is_active, last_error }: WebhookRow) {
  return { channel, kind, name, is_active, last_error }
}
