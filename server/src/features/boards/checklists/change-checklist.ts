import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { invalid, problem } from '../../../http/problem.ts'
import { keyBetween } from '../../../lib/order-key.ts'
import { lockTask } from '../tasks/access.ts'
import { changeTask, type Needs } from '../tasks/change-task.ts'
import type { ChecklistItem } from '../tasks/schemas.ts'
import { type AddItemBody, inOrder, type UpdateItemBody } from './schemas.ts'

export const maxItems = 200

/** Adds a checklist item, at the end by default. */
export async function addChecklistItem(
  deps: Needs,
  actor: Actor,
  reference: string,
  { title, done = false, ...place }: AddItemBody,
): Promise<ChecklistItem> {
  requirePermission(actor, 'boards:write')
  const item = { id: deps.random.uuid(), title: title.trim(), done, order: '' }
  return changeList(deps, actor, reference, (items) => {
    if (items.length >= maxItems) {
      throw problem('checklist_full', { detail: `A checklist has at most ${maxItems} items.` })
    }
    item.order = chooseOrder(items, place)
    return { items: [...items, item], item }
  })
}

/** Checks, renames or moves an item. */
export async function updateChecklistItem(
  deps: Needs,
  actor: Actor,
  reference: string,
  id: string,
  { title, done, before, after }: UpdateItemBody,
): Promise<ChecklistItem> {
  requirePermission(actor, 'boards:write')
  return changeList(deps, actor, reference, (items) => {
    const old = requireItem(items, id)
    const others = items.filter((one) => one !== old)
    const isMoved = before !== undefined || after !== undefined
    const item = {
      ...old,
      title: title?.trim() ?? old.title,
      done: done ?? old.done,
      order: isMoved ? chooseOrder(others, { before, after }, old) : old.order,
    }
    return { items: [...others, item], item }
  })
}

export async function deleteChecklistItem(
  deps: Needs,
  actor: Actor,
  reference: string,
  id: string,
): Promise<null> {
  requirePermission(actor, 'boards:write')
  return changeList(deps, actor, reference, (items) => {
    const old = requireItem(items, id)
    return { items: items.filter((one) => one !== old), item: null }
  })
}

async function changeList<T>(
  deps: Needs,
  actor: Actor,
  reference: string,
  change: (items: ChecklistItem[]) => { items: ChecklistItem[]; item: T },
): Promise<T> {
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const task = await lockTask(tx, actor, reference)
    const { items, item } = change(task.checklist)
    await changeTask(deps, tx, actor, task, { checklist: items.toSorted(inOrder) })
    return item
  })
}

function requireItem(items: readonly ChecklistItem[], id: string): ChecklistItem {
  const found = items.find((item) => item.id === id.toLowerCase())
  if (!found) throw problem('checklist_item_not_found')
  return found
}

interface ItemPosition {
  before?: string | undefined
  after?: string | undefined
}

/** A key between the neighbours of a position; an item already at that position keeps its key. */
function chooseOrder(
  others: readonly ChecklistItem[],
  place: ItemPosition,
  old?: ChecklistItem,
): string {
  const { before, after } = place
  if (before !== undefined && after !== undefined) {
    throw invalid('after', 'cannot be combined with before; send only one of them')
  }
  const anchor = before ?? after
  const found = others.findIndex(({ id }) => id === anchor?.toLowerCase())
  if (anchor !== undefined && found < 0) {
    throw invalid(
      before === undefined ? 'after' : 'before',
      'is not another item of this checklist',
    )
  }
  const at = anchor === undefined ? others.length : before === undefined ? found + 1 : found
  const from = others[at - 1]?.order ?? null
  const to = others[at]?.order ?? null
  const isThere = old && (from === null || old.order > from) && (to === null || old.order < to)
  return isThere ? old.order : keyBetween(from, to)
}
