import type { Deps } from '../../deps.ts'
import { sha256 } from '../../lib/hash.ts'
import type { RateName } from '../../lib/quotas.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { addToWindow, selectWindow, setLimits } from './queries.ts'
import { chooseLimit, quotaExceeded } from './require-quota.ts'

type Needs = Pick<Deps, 'config' | 'clock'>

/** Counts an invitation, unless the workspace has already sent too many. */
export async function countInvitation(deps: Needs, tx: Tx, workspaceId: number): Promise<void> {
  await takeRates(deps, tx, workspaceId, [{ name: 'invitations_per_day', subject: '' }])
}

/**
 * Counts an email of a workspace, unless its recipient or the workspace already had too many. The
 * counts of the workspace come last, because all of its emails wait for them.
 */
export async function countEmail(
  deps: Needs,
  tx: Tx,
  workspaceId: number,
  address: string,
): Promise<void> {
  const recipient = sha256(normalizeInbox(address))
  await takeRates(deps, tx, workspaceId, [
    { name: 'recipient_emails_per_hour', subject: recipient },
    { name: 'recipient_emails_per_day', subject: recipient },
    { name: 'emails_per_hour', subject: '' },
    { name: 'emails_per_day', subject: '' },
  ])
}

/** `mia+atelier@example.com` usually arrives at `mia@example.com`. */
function normalizeInbox(address: string): string {
  const [user = '', ...host] = address.toLowerCase().split('@')
  return [user.split('+', 1)[0], ...host].join('@')
}

async function takeRates(
  deps: Needs,
  tx: Tx,
  workspaceId: number,
  rates: readonly { name: RateName; subject: string }[],
): Promise<void> {
  const now = deps.clock()
  const set = new Map((await setLimits(tx, workspaceId)).map(({ name, max }) => [name, max]))
  for (const rate of rates) {
    const own = set.get(rate.name)
    const limit = chooseLimit(deps, rate.name, { is_set: own !== undefined, max: own ?? null })
    const window = { workspaceId, ...rate }
    if (await addToWindow(tx, window, limit, now)) continue
    const full = await selectWindow(tx, window)
    throw quotaExceeded(rate.name, {
      limit: limit as number,
      used: full?.used ?? (limit as number),
      window: { endsAt: full?.ends_at ?? now, now },
    })
  }
}
