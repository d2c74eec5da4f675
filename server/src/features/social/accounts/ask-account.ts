import { TryLater, Undeliverable } from '../../../channels/channel.ts'
import { isAboutDelivery } from '../../../channels/post-to-service.ts'
import type { Connection } from '../../../channels/social/network.ts'
import { openAccount } from '../../../channels/social/open-account.ts'
import type { Deps } from '../../../deps.ts'
import { problem } from '../../../http/problem.ts'

/** Asks a network for the identity of an account; throws a problem with the reason on failure. */
export async function askAccount(
  { safeFetch, clock }: Pick<Deps, 'safeFetch' | 'clock'>,
  connection: Connection,
) {
  try {
    return await openAccount(connection, { safeFetch: safeFetch.webhooks, clock }).whoIsIt()
  } catch (error) {
    if (!isAboutDelivery(error)) throw error
    const detail = error.message
    if (error instanceof Undeliverable) {
      throw problem('social_account_refused', { detail, cause: error })
    }
    const headers = error instanceof TryLater ? { 'retry-after': String(error.afterSeconds) } : {}
    throw problem('social_network_unavailable', { detail, headers, cause: error })
  }
}
