import type { Tx } from '../../platform/postgres/db.ts'
import { peopleWhoSee } from './member-queries.ts'

/** For other features: the members who see a board, and so may be notified of its contents. */
export async function membersWhoSee(
  tx: Tx,
  workspaceId: number,
  boardId: string,
  ids: readonly number[],
): Promise<Set<number>> {
  return peopleWhoSee(tx, workspaceId, boardId, ids)
}
