import { type Static, Type } from 'typebox'
import { Reference, Uuid } from '../common-schemas.ts'
import type { ChecklistItem } from '../tasks/schemas.ts'

const ItemTitle = Type.String({ minLength: 1, maxLength: 250, pattern: '\\S' })

const place = {
  before: Type.Optional(
    Type.String({ format: 'uuid', description: 'The item to place it before.' }),
  ),
  after: Type.Optional(Type.String({ format: 'uuid', description: 'The item to place it after.' })),
}

export const AddItemBody = Type.Object({
  title: ItemTitle,
  done: Type.Optional(Type.Boolean()),
  ...place,
})

export type AddItemBody = Static<typeof AddItemBody>

export const UpdateItemBody = Type.Partial(AddItemBody)

export type UpdateItemBody = Static<typeof UpdateItemBody>

export const ItemParams = Type.Object({ task_id: Reference, item_id: Uuid })

/** Order keys are compared byte by byte, not by locale. */
export function inOrder(a: ChecklistItem, b: ChecklistItem): number {
  return a.order < b.order ? -1 : a.order > b.order ? 1 : 0
}
