import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import { accountById, accounts } from './account-queries.ts'
import type { Account, AccountChoices } from './account-schemas.ts'
import { presentAccount } from './present-account.ts'

/** The accounts to post to, in the format that clients choose from. */
export async function chooseAccounts(
  deps: Pick<Deps, 'db' | 'secrets'>,
  actor: Actor,
  network?: string,
): Promise<AccountChoices> {
  const found = await listAccounts(deps, actor, network)
  const choices = found.map(({ id, name, type, network, is_active }) => ({
    ...{ id, name, type, network, is_active },
  }))
  return { accounts: choices, total: choices.length }
}

export async function listAccounts(
  deps: Pick<Deps, 'db' | 'secrets'>,
  actor: Actor,
  network?: string,
): Promise<Account[]> {
  requirePermission(actor, 'social:read')
  const rows = await accounts(deps.db.workspace(actor.workspaceId), actor.workspaceId, network)
  return rows.map((row) => presentAccount(deps, row))
}

export async function getAccount(
  deps: Pick<Deps, 'db' | 'secrets'>,
  actor: Actor,
  id: number,
): Promise<Account> {
  requirePermission(actor, 'social:read')
  const found = await accountById(deps.db.workspace(actor.workspaceId), actor.workspaceId, id)
  if (!found) throw problem('social_account_not_found')
  return presentAccount(deps, found)
}
