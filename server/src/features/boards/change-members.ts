import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid, problem } from '../../http/problem.ts'
import { lockBoard } from './access.ts'
import { boardMember, deleteBoardMember, insertBoardMember, peopleByIds } from './member-queries.ts'
import { publishBoardChange } from './publish-board-change.ts'
import type { BoardMember } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'clock'>

/** Adds a workspace member to a board. Adding them again has no effect. */
export async function addBoardMember(
  deps: Needs,
  actor: Actor,
  reference: string,
  userId: number,
): Promise<BoardMember> {
  requirePermission(actor, 'boards:write')
  const { workspaceId } = actor
  return deps.db.transaction(workspaceId, async (tx) => {
    const { id } = await lockBoard(tx, actor, reference, 'manage')
    const [person] = await peopleByIds(tx, workspaceId, [userId])
    if (!person) throw invalid('user_id', 'is not a member of this workspace')
    if (await insertBoardMember(tx, workspaceId, id, userId, deps.clock())) {
      await publishBoardChange(deps, tx, actor, id, ['members'])
    }
    return (await boardMember(tx, workspaceId, id, userId)) as BoardMember
  })
}

export async function removeBoardMember(
  deps: Needs,
  actor: Actor,
  reference: string,
  userId: number,
): Promise<null> {
  requirePermission(actor, 'boards:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const { id } = await lockBoard(tx, actor, reference, 'manage')
    if (!(await deleteBoardMember(tx, actor.workspaceId, id, userId))) {
      throw problem('board_member_not_found')
    }
    await publishBoardChange(deps, tx, actor, id, ['members'])
    return null
  })
}
