import type { Deps } from '../../deps.ts'
import { type Problem, problem } from '../../http/problem.ts'
import { type QuotaName, quotas } from '../../lib/quotas.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import { type CountedName, lockUse, type QuotaScope, readUse, type UseRow } from './queries.ts'

type Needs = Pick<Deps, 'config' | 'clock'>

/**
 * Rejects a change that would exceed a quota. Call it in the transaction of the change, for every
 * surface in the same place. It locks the count until the commit, so concurrent changes cannot
 * exceed the limit together. `adding` is 0 if the transaction has already written the change.
 */
export async function requireQuota(
  deps: Needs,
  tx: Tx,
  name: CountedName,
  { adding = 1, ...scope }: QuotaScope & { adding?: number },
): Promise<void> {
  // Sent together. The count is a statement of its own, because it must begin after the lock.
  const [, use] = await Promise.all([
    lockUse(tx, name, scope),
    readUse(tx, name, scope, deps.clock()),
  ])
  const limit = chooseLimit(deps, name, use)
  if (limit !== null && use.used + adding > limit) {
    throw quotaExceeded(name, { limit, used: adding === 0 ? limit : use.used })
  }
}

/** How much may still be added; infinite without a limit. Others may add in the meantime. */
export async function readRoom(deps: Needs, sql: Sql, name: CountedName, scope: QuotaScope) {
  const { used, ...set } = await readUse(sql, name, scope, deps.clock())
  const limit = chooseLimit(deps, name, set)
  return {
    left: limit === null ? Number.POSITIVE_INFINITY : limit - used,
    refusal: () => quotaExceeded(name, { limit: limit ?? used, used }),
  }
}

/** The limit of a workspace, else of the installation, else the usual one. Null: unlimited. */
export function chooseLimit(
  { config }: Pick<Deps, 'config'>,
  name: QuotaName,
  { is_set, max }: Pick<UseRow, 'is_set' | 'max'>,
): number | null {
  if (is_set) return max
  const setting = config.quotas[name]
  return setting === undefined ? quotas[name].usual : setting
}

interface Excess {
  limit: number
  used: number
  /** Of a rate: when its window ends. */
  window?: { endsAt: Date; now: Date }
}

/** 429 for a rate, which a client can wait for; 507 for an amount, which it cannot. */
export function quotaExceeded(name: QuotaName, { limit, used, window }: Excess): Problem {
  const { unit, kind } = quotas[name]
  const what = `${name === 'workspaces' ? 'You may own' : kind === 'event' ? 'One event may cause' : 'This workspace may have'} at most ${limit.toLocaleString('en-US')} ${unit}.`
  const raise = 'The operator of this installation can raise the limit.'
  const more = { quota: name, limit, used }
  if (!window) {
    const instead = kind === 'amount' ? ' Delete some first.' : ''
    return problem('quota_exceeded', { detail: `${what}${instead} ${raise}`, more })
  }
  const { endsAt, now } = window
  const seconds = Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000))
  return problem('quota_exceeded', {
    status: 429,
    detail: `${what} Try again after ${endsAt.toISOString()}. ${raise}`,
    more: { ...more, resets_at: endsAt.toISOString() },
    headers: { 'retry-after': String(seconds) },
  })
}
