import type { ChatWebhook } from './schemas.ts'
import type { WebhookRow } from './webhook-queries.ts'

/** Everyone who knows the URL can post, so only enough of it is shown to recognise it. */
export function presentWebhook({ url, created_by: _, ...row }: WebhookRow): ChatWebhook {
  return { ...row, url_hint: hintOf(url) }
}

function hintOf(address: string): string {
  const { origin, pathname, search } = new URL(address)
  const secret = `${pathname}${search}`
  return secret.length > 12 ? `${origin}/…${secret.slice(-4)}` : `${origin}/…`
}

/** Everyone in the workspace can read events, so they contain nothing of the URL. */
export function shownInEvents({ channel, kind, name, is_active, last_error }: WebhookRow) {
  return { channel, kind, name, is_active, last_error }
}
