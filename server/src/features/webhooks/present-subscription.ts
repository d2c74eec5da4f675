import type { SubscriptionRow } from './queries.ts'
import type { Subscription } from './schemas.ts'

/** Everything but the secrets. */
export function presentSubscription(row: SubscriptionRow, now: Date): Subscription {
  const { secret: _secret, previous_secret: _previous, sees_personal: _sees, ...shown } = row
  const until = row.previous_secret_until
  return { ...shown, previous_secret_until: until && until > now ? until : null }
}

/** Events contain only the host of the URL: the rest may be secret. */
export function shownInEvents(row: SubscriptionRow) {
  const { url, description, event_types, is_active, disabled_reason } = row
  return { host: new URL(url).host, description, event_types, is_active, disabled_reason }
}
