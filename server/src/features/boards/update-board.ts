import { isDeepStrictEqual } from 'node:util'
import type { Deps } from '../../deps.ts'
import { requireJsonSize } from '../../http/body/json-size.ts'
import { checkSlug } from '../../http/body/slugs.ts'
import { requireMatch } from '../../http/etag.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { lockBoard, requireBoard, requireBoardNeed } from './access.ts'
import { chooseSpace } from './choose-space.ts'
import { presentBoard } from './present-board.ts'
import { publishBoardChange } from './publish-board-change.ts'
import { type BoardRow, hasSlug, insertSlug, saveBoard } from './queries.ts'
import type { Board, UpdateBoardBody } from './schemas.ts'
import { boardSlugTaken, chooseBoardSlug, hideSlugs, isRestricted } from './slug.ts'

const changeable = ['title', 'slug', 'description', 'access', 'extra', 'space_id'] as const

/** Updates the given fields. The board can always be found by its former slugs. */
export async function updateBoard(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  actor: Actor,
  reference: string,
  body: UpdateBoardBody,
  ifMatch?: string,
): Promise<Board> {
  requirePermission(actor, 'boards:write')
  checkSlug(body.slug)
  requireJsonSize('extra', body.extra, 64)
  const { workspaceId } = actor
  const update = deps.db.transaction(workspaceId, async (tx) => {
    const before = await lockBoard(tx, actor, reference, 'write')
    requireMatch(ifMatch, presentBoard(before))
    const after = { ...before, ...body, title: (body.title ?? before.title).trim() }
    if (body.space_id !== undefined && body.space_id !== before.space_id) {
      after.space_id = await chooseSpace(tx, actor, body.space_id)
    }
    const fields = changeable.filter((name) => !isDeepStrictEqual(before[name], after[name]))
    if (fields.length === 0) return presentBoard(before)
    // Not everyone who may edit a board may change who sees it.
    const decidesWho = fields.includes('access') || fields.includes('space_id')
    if (decidesWho) requireBoardNeed(actor, before, 'manage')

    const { id, space_id, title, description, access, extra } = after
    if (isRestricted(after) && !isRestricted(before)) {
      await hideSlugs(deps, tx, workspaceId, before.id)
      const hidden = await requireBoard(tx, actor, before.id, 'write')
      if (after.slug === before.slug) after.slug = hidden.slug
      if (!fields.includes('slug')) fields.push('slug')
    }
    const slug = await changeSlug(deps, tx, workspaceId, after)
    const row = { id, space_id, slug, title, description, access, extra }
    await saveBoard(tx, actor, row, deps.clock())
    await publishBoardChange(deps, tx, actor, id, fields)
    return presentBoard(await requireBoard(tx, { ...actor, spaceId: null }, id, 'read'))
  })
  return update.catch(boardSlugTaken(body.slug))
}

/** A slug that the board has or had is kept unchanged. */
async function changeSlug(
  deps: Pick<Deps, 'random'>,
  tx: Tx,
  workspaceId: number,
  board: BoardRow,
): Promise<string> {
  if (await hasSlug(tx, workspaceId, board.id, board.slug)) return board.slug
  const slug = await chooseBoardSlug(deps, tx, workspaceId, board, board.slug)
  await insertSlug(tx, workspaceId, board.id, slug)
  return slug
}
