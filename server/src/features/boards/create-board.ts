import type { Deps } from '../../deps.ts'
import { requireJsonSize } from '../../http/body/json-size.ts'
import { checkSlug } from '../../http/body/slugs.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { publish } from '../events/publish.ts'
import { requireQuota } from '../quotas/require-quota.ts'
import { requireBoard } from './access.ts'
import { chooseSpace } from './choose-space.ts'
import { presentBoard } from './present-board.ts'
import { insertBoard } from './queries.ts'
import type { Board, CreateBoardBody } from './schemas.ts'
import { boardSlugTaken, chooseBoardSlug } from './slug.ts'
import { insertStatuses } from './statuses/queries.ts'
import type { Status } from './statuses/schemas.ts'

/** The columns of a new board. */
const firstColumns = [
  { title: 'Draft', color: '#9AA0A6', category: 'backlog' },
  { title: 'To Do', color: '#4C8BF5', category: 'todo' },
  { title: 'In Progress', color: '#F2A33A', category: 'in_progress' },
  { title: 'Completed', color: '#3DA35D', category: 'done' },
] as const

/** Creates a board with the default columns. By default, everyone in the workspace may use it. */
export async function createBoard(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'config'>,
  actor: Actor,
  body: CreateBoardBody,
): Promise<Board> {
  requirePermission(actor, 'boards:write')
  checkSlug(body.slug)
  requireJsonSize('extra', body.extra, 64)
  const at = deps.clock()
  const creation = deps.db.transaction(actor.workspaceId, async (tx) => {
    const about = {
      id: deps.random.uuid(),
      space_id: await chooseSpace(tx, actor, body.space_id),
      title: body.title.trim(),
      description: body.description ?? '',
      access: body.access ?? 2,
      extra: body.extra ?? {},
    }
    const slug = await chooseBoardSlug(deps, tx, actor.workspaceId, about, body.slug)
    const board = { ...about, slug }
    await requireQuota(deps, tx, 'boards', actor)
    await insertBoard(tx, actor, board, at)
    await insertStatuses(tx, actor.workspaceId, newColumns(deps, board.id, at))
    await publish(tx, actor, {
      type: 'pm_board.created',
      object: { type: 'pm_board', id: board.id },
      data: {},
      at,
      boardId: board.id,
    })
    return presentBoard(await requireBoard(tx, actor, board.id, 'read'))
  })
  return creation.catch(boardSlugTaken(body.slug))
}

function newColumns({ random }: Pick<Deps, 'random'>, board: string, at: Date): Status[] {
  return firstColumns.map((column, order) => ({
    ...column,
    id: random.uuid(),
    board,
    order,
    description: '',
    created_at: at,
    updated_at: at,
  }))
}
