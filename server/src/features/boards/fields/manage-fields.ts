import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { invalid, problem } from '../../../http/problem.ts'
import { slugify } from '../../../lib/slug.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { lockBoard, requireBoard } from '../access.ts'
import { publishBoardChange } from '../publish-board-change.ts'
import { deleteFieldRow, insertField, saveField, selectFields } from './queries.ts'
import type { CreateFieldBody, Field, UpdateFieldBody } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'clock'>

export const maxFields = 50

export async function listFields({ db }: Pick<Deps, 'db'>, actor: Actor, reference: string) {
  requirePermission(actor, 'boards:read')
  const sql = db.workspace(actor.workspaceId)
  const { id } = await requireBoard(sql, actor, reference, 'read')
  return selectFields(sql, actor.workspaceId, id)
}

/** Adds a custom field to the tasks of a board. */
export async function createField(
  deps: Needs & Pick<Deps, 'random'>,
  actor: Actor,
  reference: string,
  { name, kind, key, options = [] }: CreateFieldBody,
): Promise<Field> {
  requirePermission(actor, 'boards:write')
  checkOptions(kind, options)
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const board = await lockBoard(tx, actor, reference, 'write')
    const others = await selectFields(tx, actor.workspaceId, board.id)
    if (others.length >= maxFields) throw invalid('name', `a board has at most ${maxFields} fields`)
    const chosen = key ?? freeKey(name, others)
    if (others.some((other) => other.key === chosen)) {
      throw invalid('key', `another field of this board has the key "${chosen}"`)
    }
    const at = deps.clock()
    const about = { id: deps.random.uuid(), board: board.id, key: chosen, name: name.trim() }
    const field = { ...about, kind, options, created_at: at, updated_at: at }
    await insertField(tx, actor.workspaceId, field)
    await publishBoardChange(deps, tx, actor, board.id, ['fields'])
    return field
  })
}

/** Tasks keep their values, even if the option they use is removed. */
export async function updateField(
  deps: Needs,
  actor: Actor,
  reference: string,
  id: string,
  { name, options }: UpdateFieldBody,
): Promise<Field> {
  requirePermission(actor, 'boards:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const before = await lockField(tx, actor, reference, id)
    checkOptions(before.kind, options ?? before.options)
    const changes = { name: name?.trim() ?? before.name, options: options ?? before.options }
    const after = { ...before, ...changes, updated_at: deps.clock() }
    await saveField(tx, actor.workspaceId, after)
    await publishBoardChange(deps, tx, actor, before.board, ['fields'])
    return after
  })
}

/** Tasks keep the values as part of their data, but the values cannot be set anymore. */
export async function deleteField(
  deps: Needs,
  actor: Actor,
  reference: string,
  id: string,
): Promise<null> {
  requirePermission(actor, 'boards:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const { board } = await lockField(tx, actor, reference, id)
    await deleteFieldRow(tx, actor.workspaceId, id)
    await publishBoardChange(deps, tx, actor, board, ['fields'])
    return null
  })
}

async function lockField(tx: Tx, actor: Actor, reference: string, id: string): Promise<Field> {
  const board = await lockBoard(tx, actor, reference, 'write')
  const fields = await selectFields(tx, actor.workspaceId, board.id)
  const field = fields.find((one) => one.id === id.toLowerCase())
  if (!field) throw problem('field_not_found')
  return field
}

function checkOptions(kind: Field['kind'], options: readonly string[]): void {
  if (kind === 'select' && options.length === 0) {
    throw invalid('options', 'must have at least one option for the kind select')
  }
  if (kind !== 'select' && options.length > 0) {
    throw invalid('options', `are only allowed for the kind select, not ${kind}`)
  }
}

/** "Story points" → story_points, with a number suffix if the key is taken. */
function freeKey(name: string, others: readonly Field[]): string {
  const made = slugify(name).replaceAll('-', '_').slice(0, 40)
  const base = /^[a-z]/.test(made) ? made : `field${made && '_'}${made}`
  for (let number = 1; ; number++) {
    const key = number === 1 ? base : `${base}_${number}`
    if (!others.some((other) => other.key === key)) return key
  }
}
