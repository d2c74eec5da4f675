import type { Actor } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { publish } from '../events/publish.ts'
import type { ItemRow } from './item-queries.ts'
import type { ProjectRow } from './queries.ts'

interface ItemEvent {
  type: 'project_item.created' | 'project_item.updated' | 'project_item.deleted'
  at: Date
  changed?: string[]
}

/** The event identifies the item and its project; clients read the content from the API. */
export function publishItemEvent(
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
