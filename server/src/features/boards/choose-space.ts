import { type Actor, listViewers } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { isActiveSpace, limited } from './queries.ts'

/**
 * The teamspace for a board: the given one, or else that of the `Space` header. With the header, no
 * other teamspace is allowed. To the actor, a teamspace they are not in does not exist.
 */
export async function chooseSpace(
  tx: Tx,
  actor: Actor,
  spaceId: number | null | undefined,
): Promise<number | null> {
  if (spaceId === undefined || spaceId === actor.spaceId) return actor.spaceId
  if (actor.spaceId !== null) {
    throw invalid('space_id', `must be ${actor.spaceId}, like the Space header`)
  }
  if (spaceId === null) return null
  const onlyIfIn = limited(listViewers(actor)).map(({ userId }) => userId)
  if (await isActiveSpace(tx, actor.workspaceId, spaceId, onlyIfIn)) return spaceId
  throw invalid('space_id', 'is not a teamspace that you belong to')
}
