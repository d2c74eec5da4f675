import type { JsonNode } from '@atelier/sdk/src/exact-json/nodes.ts'
import { parseJson } from '@atelier/sdk/src/exact-json/parse.ts'
import { isIdentical } from '@atelier/sdk/src/exact-json/same.ts'
import type { Deps } from '../../deps.ts'
import { requireMatch } from '../../http/etag.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { publish } from '../events/publish.ts'
import { storable } from './document.ts'
import { changeItem, type ItemRow, insertItem, nextOrder, removeItem } from './item-queries.ts'
import {
  type CreateItemBody,
  maxItemDataBytes,
  type ProjectItem,
  type UpdateItemBody,
} from './item-schemas.ts'
import type { ProjectRow } from './queries.ts'
import { presentItem, requireItem } from './read-items.ts'
import { lockProject } from './read-projects.ts'
import type { ProjectParams } from './schemas.ts'
import { takeBytes } from './take-bytes.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'random' | 'config'>
type ItemParams = ProjectParams & { item_id: string }
type Exact<Body> = Omit<Body, 'data'> & { data: JsonNode | undefined }

export async function createItem(
  deps: Needs,
  actor: Actor,
  which: ProjectParams,
  { data, order, ...given }: Exact<CreateItemBody>,
): Promise<ProjectItem> {
  requirePermission(actor, 'projects:write')
  const text = data ? storable(data, maxItemDataBytes) : '{}'
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const project = await lockProject(tx, actor, which)
    const at = deps.clock()
    const row: ItemRow = {
      description: '',
      primary_type: '',
      start_date: null,
      due_date: null,
      status: '',
      priority: null,
      ...given,
      id: deps.random.uuid(),
      order: order ?? (await nextOrder(tx, project)),
      data: text,
      creator: actor.userId,
      modifier: actor.userId,
      created_at: at,
      updated_at: at,
    }
    checkDates(row)
    await takeBytes(deps, tx, project, Buffer.byteLength(text))
    const made = await insertItem(tx, project, row)
    await publishItemEvent(tx, actor, project, made, { type: 'project_item.created', at })
    return presentItem(made)
  })
}

export async function updateItem(
  deps: Needs,
  actor: Actor,
  { item_id: itemId, ...which }: ItemParams,
  { data, ...given }: Exact<UpdateItemBody>,
  ifMatch?: string,
): Promise<ProjectItem> {
  requirePermission(actor, 'projects:write')
  const changes = { ...given, ...(data && { data: storable(data, maxItemDataBytes) }) }
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const project = await lockProject(tx, actor, which)
    const before = await requireItem(tx, project, itemId)
    requireMatch(ifMatch, presentItem(before))
    checkDates({ ...before, ...changes })
    const changed = changedFields(before, changes)
    if (changed.length === 0) return presentItem(before)
    const at = deps.clock()
    if (changes.data !== undefined) {
      const more = Buffer.byteLength(changes.data) - Buffer.byteLength(before.data)
      await takeBytes(deps, tx, project, more)
    }
    const by = { modifier: actor.userId, updated_at: at }
    const after = await changeItem(tx, project, itemId, { ...changes, ...by })
    const event = { type: 'project_item.updated', at, changed } as const
    await publishItemEvent(tx, actor, project, after, event)
    return presentItem(after)
  })
}

/** Deletes permanently: unlike its project, an item has no history. */
export async function deleteItem(
  deps: Needs,
  actor: Actor,
  { item_id: itemId, ...which }: ItemParams,
  ifMatch?: string,
): Promise<null> {
  requirePermission(actor, 'projects:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const project = await lockProject(tx, actor, which)
    const item = await requireItem(tx, project, itemId)
    requireMatch(ifMatch, presentItem(item))
    await removeItem(tx, project, itemId)
    await takeBytes(deps, tx, project, -Buffer.byteLength(item.data))
    const event = { type: 'project_item.deleted', at: deps.clock() } as const
    await publishItemEvent(tx, actor, project, item, event)
    return null
  })
}

function changedFields(before: ItemRow, { data, ...changes }: Partial<ItemRow>): string[] {
  const names = Object.keys(changes) as (keyof typeof changes)[]
  const changed: string[] = names.filter((name) => changes[name] !== before[name])
  const isSame = data === undefined || isIdentical(parseJson(data), parseJson(before.data))
  return isSame ? changed : [...changed, 'data']
}

function checkDates({ start_date, due_date }: Pick<ItemRow, 'start_date' | 'due_date'>): void {
  if (start_date === null || due_date === null || start_date <= due_date) return
  throw invalid('due_date', 'must not be before start_date')
}

interface ItemEvent {
  type: 'project_item.created' | 'project_item.updated' | 'project_item.deleted'
  at: Date
  changed?: string[]
}

/** The event identifies the item and its project; clients read the content from the API. */
function publishItemEvent(
  tx: Tx,
  actor: Actor,
  { uuid, id, resourcetype, space_id: spaceId }: ProjectRow,
  { id: itemId, title }: ItemRow,
  { type, at, changed }: ItemEvent,
): Promise<void> {
  const object = { type: 'project_item', id: itemId }
  const data = { resourcetype, project_id: uuid ?? id, title, ...(changed && { changed }) }
  return publish(tx, actor, { type, object, data, at, spaceId })
}
