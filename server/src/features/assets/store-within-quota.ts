import type { Deps } from '../../deps.ts'
import { StorageError } from '../../platform/storage/storage-error.ts'
import { readRoom } from '../quotas/require-quota.ts'

/** Stops reading at the quota, so that files that are refused afterwards don't fill the disk. */
export async function storeWithinQuota<T>(
  deps: Pick<Deps, 'db' | 'config' | 'clock'>,
  workspaceId: number,
  maxBytes: number,
  store: (maxBytes: number) => Promise<T>,
): Promise<T> {
  const sql = deps.db.workspace(workspaceId)
  const room = await readRoom(deps, sql, 'asset_bytes', { workspaceId })
  if (room.left <= 0) throw room.refusal()
  try {
    return await store(Math.min(maxBytes, room.left))
  } catch (error) {
    const isTooLarge = error instanceof StorageError && error.code === 'too_large'
    throw isTooLarge && room.left < maxBytes ? room.refusal() : error
  }
}
