import { isDeepStrictEqual } from 'node:util'
import { isAboutDelivery } from '../../../channels/post-to-service.ts'
import type { Deps } from '../../../deps.ts'
import { requireMatch } from '../../../http/etag.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { Problem, problem } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { selectRanges } from '../../../platform/safe-fetch/allowed-ranges.ts'
import { publish } from '../../events/publish.ts'
import {
  type AccountRow,
  accountById,
  lockAccounts,
  noteAccountError,
  saveAccount,
} from './account-queries.ts'
import type { Account, UpdateAccountBody } from './account-schemas.ts'
import { readSettings } from './account-settings.ts'
import { askAccount } from './ask-account.ts'
import { accountInEvents, presentAccount } from './present-account.ts'
import { openAccountRow, sealAccount } from './sealed-account.ts'

/** Updates the given fields. New credentials are verified with the network again. */
export async function updateAccount(
  deps: Pick<Deps, 'db' | 'clock' | 'safeFetch' | 'secrets' | 'config'>,
  actor: Actor,
  id: number,
  { name, is_active, ...given }: UpdateAccountBody,
  ifMatch?: string,
): Promise<Account> {
  requirePermission(actor, 'social-accounts:write')
  const { workspaceId } = actor
  const current = await accountById(deps.db.workspace(workspaceId), workspaceId, id)
  if (!current) throw problem('social_account_not_found')
  const { network } = current
  const { address, credentials } = openAccountRow(deps, current)
  const kept = { address, credentials }
  const settings = readSettings(
    network,
    given,
    selectRanges(deps.config.allowCidrs, 'webhooks'),
    kept,
  )
  const isElsewhere = !isDeepStrictEqual(settings, kept)
  const asks = isElsewhere && network !== 'webhook'
  const known = asks ? await askAccount(deps, { network, ...settings }) : null
  const at = deps.clock()
  return deps.db.transaction(workspaceId, async (tx) => {
    const before = await requireAccount(deps, tx, actor, id, ifMatch)
    const after: AccountRow = {
      ...before,
      ...(name !== undefined && { name: name.trim() }),
      ...(is_active !== undefined && { is_active }),
      ...(isElsewhere && {
        ...sealAccount(deps, settings),
        ...{ last_error: null, verified_at: known ? at : null },
      }),
      ...(known && { identity: known.identity, limits: known.limits }),
      updated_at: at,
    }
    await saveAccount(tx, workspaceId, after)
    await tell(tx, actor, 'social_account.updated', after)
    return presentAccount(deps, after)
  })
}

/** Verifies the account with the network, and stores the identity or the error. */
export async function verifyAccount(
  deps: Pick<Deps, 'db' | 'clock' | 'safeFetch' | 'secrets'>,
  actor: Actor,
  id: number,
): Promise<Account> {
  requirePermission(actor, 'social-accounts:write')
  const { workspaceId } = actor
  const sql = deps.db.workspace(workspaceId)
  const current = await accountById(sql, workspaceId, id)
  if (!current) throw problem('social_account_not_found')
  const known = await askAccount(deps, openAccountRow(deps, current)).catch(async (error) => {
    const reason = error instanceof Problem ? error.cause : undefined
    if (isAboutDelivery(reason)) await noteAccountError(sql, workspaceId, id, reason.message)
    throw error
  })
  return deps.db.transaction(workspaceId, async (tx) => {
    const before = await requireAccount(deps, tx, actor, id)
    // A response from a previous URL is no longer about this account.
    if (!isSamePlace(deps, before, current)) return presentAccount(deps, before)
    const at = deps.clock()
    const after = { ...before, ...known, last_error: null, verified_at: at, updated_at: at }
    await saveAccount(tx, workspaceId, after)
    await tell(tx, actor, 'social_account.updated', after)
    return presentAccount(deps, after)
  })
}

/** Stops posting to the account and deletes its credentials; its drafts and posts stay readable. */
export async function disconnectAccount(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  actor: Actor,
  id: number,
  ifMatch?: string,
): Promise<null> {
  requirePermission(actor, 'social-accounts:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const before = await requireAccount(deps, tx, actor, id, ifMatch)
    const at = deps.clock()
    const gone = { is_active: false, credentials: {}, disconnected_at: at, updated_at: at }
    const after = { ...before, ...gone }
    await saveAccount(tx, actor.workspaceId, after)
    await tell(tx, actor, 'social_account.disconnected', after)
    return null
  })
}

async function requireAccount(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  { workspaceId }: Actor,
  id: number,
  ifMatch?: string,
): Promise<AccountRow> {
  const [found] = await lockAccounts(tx, workspaceId, [id])
  if (!found) throw problem('social_account_not_found')
  requireMatch(ifMatch, presentAccount(deps, found))
  return found
}

function isSamePlace(deps: Pick<Deps, 'secrets'>, one: AccountRow, other: AccountRow): boolean {
  return openAccountRow(deps, one).address === openAccountRow(deps, other).address
}

async function tell(
  tx: Tx,
  actor: Actor,
  type: 'social_account.updated' | 'social_account.disconnected',
  row: AccountRow,
): Promise<void> {
  const object = { type: 'social_account', id: row.id }
  await publish(tx, actor, { type, object, data: accountInEvents(row), at: row.updated_at })
}
