import type { Deps } from '../../deps.ts'
import type { SealedColumn } from '../../platform/sealed-columns.ts'
import type { SubscriptionRow } from './queries.ts'

const table = 'webhook_subscriptions'
const purpose = 'webhook secret'
export const sealedSubscriptionColumns: readonly SealedColumn[] = [
  { table, column: 'secret', purpose },
  { table, column: 'previous_secret', purpose },
]

export function sealSecret({ secrets }: Pick<Deps, 'secrets'>, secret: string): string {
  return secrets.toStored(secret, purpose)
}

/** After a rotation both secrets sign for a while, so that the receiver can switch at any time. */
export function signingSecrets(
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
  { secret, previous_secret, previous_secret_until: until }: SubscriptionRow,
): string[] {
  const stored = previous_secret && until && until > clock() ? [secret, previous_secret] : [secret]
  return stored.map((one) => secrets.fromStored(one, purpose))
}
