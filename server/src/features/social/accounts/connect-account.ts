import { usualLimits } from '../../../channels/social/network.ts'
import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { selectRanges } from '../../../platform/safe-fetch/allowed-ranges.ts'
import { publish } from '../../events/publish.ts'
import { insertAccount, type NewAccount } from './account-queries.ts'
import type { Account, ConnectBody } from './account-schemas.ts'
import { readSettings } from './account-settings.ts'
import { askAccount } from './ask-account.ts'
import { accountInEvents, presentAccount } from './present-account.ts'
import { sealAccount } from './sealed-account.ts'

/**
 * Connects an account. Mastodon and Bluesky accounts are verified right away, so "connected" means
 * it works. A webhook is not called before there is a post.
 */
export async function connectAccount(
  deps: Pick<Deps, 'db' | 'clock' | 'safeFetch' | 'secrets' | 'config'>,
  actor: Actor,
  { network, ...given }: ConnectBody,
): Promise<Account> {
  requirePermission(actor, 'social-accounts:write')
  const settings = readSettings(network, given, selectRanges(deps.config.allowCidrs, 'webhooks'))
  const known = network === 'webhook' ? null : await askAccount(deps, { network, ...settings })
  const at = deps.clock()
  const account: NewAccount = {
    network,
    name: given.name?.trim() ?? known?.identity.handle ?? new URL(settings.address).host,
    ...sealAccount(deps, settings),
    identity: known?.identity ?? null,
    limits: known?.limits ?? usualLimits[network],
    is_active: given.is_active ?? true,
    verified_at: known ? at : null,
    last_error: null,
    created_by: actor.userId,
    created_at: at,
    updated_at: at,
    disconnected_at: null,
  }
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const row = await insertAccount(tx, actor.workspaceId, account)
    await publish(tx, actor, {
      type: 'social_account.connected',
      object: { type: 'social_account', id: row.id },
      data: accountInEvents(row),
      at,
    })
    return presentAccount(deps, row)
  })
}
