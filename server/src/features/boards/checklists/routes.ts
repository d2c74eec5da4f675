import { resource } from '../../../http/resource.ts'
import { exampleItem, itemId } from '../examples.ts'
import { ChecklistItem } from '../tasks/schemas.ts'
import { addChecklistItem, deleteChecklistItem, updateChecklistItem } from './change-checklist.ts'
import { AddItemBody, ItemParams, UpdateItemBody } from './schemas.ts'

const params = { task_id: 'LAUNCH-12' }

const checklistItems = resource({
  tag: 'Board tasks',
  path: '/api/v1/pm/tasks/{task_id}/checklist',
  write: 'boards:write',
  params: ItemParams,
  notFound: 'checklist_item_not_found',
  record: ChecklistItem,
  example: { params: { task_id: 'LAUNCH-12' }, record: exampleItem },
})

export function checklistRoutes() {
  return [
    checklistItems.create('', {
      id: 'addChecklistItem',
      summary: 'Add an item to the checklist of a task',
      body: AddItemBody,
      notFound: 'pm_task_not_found',
      problems: ['board_read_only', 'checklist_full'],
      example: { body: { title: 'Proofread' } },
      handle: (deps, { actor, params, body }) =>
        addChecklistItem(deps, actor, params.task_id, body),
    }),
    checklistItems.patch('/{item_id}', {
      id: 'updateChecklistItem',
      summary: 'Tick, rename or move an item of a checklist',
      body: UpdateItemBody,
      problems: ['pm_task_not_found', 'board_read_only'],
      example: {
        params: { ...params, item_id: itemId },
        body: { done: true },
        reply: { ...exampleItem, done: true },
      },
      handle: (deps, { actor, params, body }) =>
        updateChecklistItem(deps, actor, params.task_id, params.item_id, body),
    }),
    checklistItems.delete('/{item_id}', {
      id: 'deleteChecklistItem',
      summary: 'Delete an item of a checklist',
      problems: ['pm_task_not_found', 'board_read_only'],
      example: { params: { ...params, item_id: itemId } },
      handle: (deps, { actor, params }) =>
        deleteChecklistItem(deps, actor, params.task_id, params.item_id),
    }),
  ]
}
