import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { requireQuota } from '../../quotas/require-quota.ts'

/**
 * Rejects new tasks beyond the quota. Call it last, when they are written: all boards of the
 * workspace wait for its lock until the commit.
 */
export function requireTaskQuota(
  deps: Pick<Deps, 'config' | 'clock'>,
  tx: Tx,
  { workspaceId }: Actor,
): Promise<void> {
  return requireQuota(deps, tx, 'board_tasks', { workspaceId, adding: 0 })
}
