import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { exampleItem, itemId } from '../examples.ts'
import { ChecklistItem, TaskParams } from '../tasks/schemas.ts'
import { addChecklistItem, deleteChecklistItem, updateChecklistItem } from './change-checklist.ts'
import { AddItemBody, ItemParams, UpdateItemBody } from './schemas.ts'

const tag = 'Board tasks'
const base = '/api/v1/pm/tasks/{task_id}/checklist'
const params = { task_id: 'LAUNCH-12' }

export function checklistRoutes() {
  return [
    operation({
      id: 'addChecklistItem',
      method: 'POST',
      path: base,
      tag,
      summary: 'Add an item to the checklist of a task',
      permission: 'boards:write',
      params: TaskParams,
      body: AddItemBody,
      status: 201,
      reply: ChecklistItem,
      notFound: 'pm_task_not_found',
      problems: ['board_read_only', 'checklist_full'],
      example: { params, body: { title: 'Proofread' }, reply: exampleItem },
      handle: (deps, { actor, params, body }) =>
        addChecklistItem(deps, actor, params.task_id, body),
    }),
    operation({
      id: 'updateChecklistItem',
      method: 'PATCH',
      path: `${base}/{item_id}`,
      tag,
      summary: 'Tick, rename or move an item of a checklist',
      permission: 'boards:write',
      params: ItemParams,
      body: UpdateItemBody,
      status: 200,
      reply: ChecklistItem,
      notFound: 'checklist_item_not_found',
      problems: ['pm_task_not_found', 'board_read_only'],
      example: {
        params: { ...params, item_id: itemId },
        body: { done: true },
        reply: { ...exampleItem, done: true },
      },
      handle: (deps, { actor, params, body }) =>
        updateChecklistItem(deps, actor, params.task_id, params.item_id, body),
    }),
    operation({
      id: 'deleteChecklistItem',
      method: 'DELETE',
      path: `${base}/{item_id}`,
      tag,
      summary: 'Delete an item of a checklist',
      permission: 'boards:write',
      params: ItemParams,
      status: 204,
      reply: Type.Null(),
      notFound: 'checklist_item_not_found',
      problems: ['pm_task_not_found', 'board_read_only'],
      example: { params: { ...params, item_id: itemId } },
      handle: (deps, { actor, params }) =>
        deleteChecklistItem(deps, actor, params.task_id, params.item_id),
    }),
  ]
}
