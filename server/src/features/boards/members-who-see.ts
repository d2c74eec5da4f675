import type { Tx } from '../../platform/postgres/db.ts'
import { peopleWhoSee } from './member-queries.ts'

/** For other features: those of the members who see a board, and so may be told what is on it. */
export async function membersWhoSee(
  tx: Tx,
  workspaceId: number,
  boardId: string,
  ids: readonly number[],
): Promise<Set<number>> {
  return peopleWhoSee(tx, workspaceId, boardId, ids)
}
