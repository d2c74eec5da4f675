import { Type } from 'typebox'
import { listOperation } from '../../../http/list-operation.ts'
import { operation } from '../../../http/operation.ts'
import { exampleTask, taskId } from '../examples.ts'
import { cloneTask } from './clone-task.ts'
import { createTask } from './create-task.ts'
import { deleteTask } from './delete-task.ts'
import { moveTask } from './move-task.ts'
import { getTask, listTasks } from './read-tasks.ts'
import {
  BoardTask,
  CloneTaskBody,
  CreateTaskBody,
  MoveTaskBody,
  TaskListQuery,
  TaskParams,
  TaskQuery,
  UpdateTaskBody,
} from './schemas.ts'
import { updateTask } from './update-task.ts'

const tag = 'Board tasks'
const base = '/api/v1/pm/tasks'
const params = { task_id: 'LAUNCH-12' }

export function boardTaskRoutes() {
  return [
    listOperation({
      id: 'listBoardTasks',
      path: base,
      tag,
      summary: 'List board tasks',
      description:
        'From all boards that you can see. `expand` accepts `status_details`, `assignees`, `tags`, `board`, `attachments`, `subtasks`.',
      permission: 'boards:read',
      query: TaskListQuery,
      entry: BoardTask,
      problems: ['board_not_found', 'pm_task_not_found'],
      example: { query: { board: 'launch', complete: false, sort: 'order' }, entry: exampleTask },
      list: (deps, { actor, query }) => listTasks(deps, actor, query),
    }),
    operation({
      id: 'createBoardTask',
      method: 'POST',
      path: base,
      tag,
      summary: 'Create a task on a board',
      description:
        'Send the board, or a `status` or `parent` that belongs to it. Without a status, the task goes into the first column.',
      permission: 'boards:write',
      body: CreateTaskBody,
      status: 201,
      reply: BoardTask,
      etag: true,
      problems: ['quota_exceeded', 'board_not_found', 'board_read_only', 'subtasks_too_deep'],
      example: {
        body: {
          board: 'launch',
          title: 'Write the press release',
          due_date: '2026-11-20',
          priority: 'high',
          tags: ['design'],
        },
        reply: exampleTask,
      },
      handle: (deps, { actor, body }) => createTask(deps, actor, body),
    }),
    operation({
      id: 'getBoardTask',
      method: 'GET',
      path: `${base}/{task_id}`,
      tag,
      summary: 'Read a board task',
      description: 'By id or slug; earlier slugs keep working.',
      permission: 'boards:read',
      params: TaskParams,
      query: TaskQuery,
      status: 200,
      reply: BoardTask,
      etag: true,
      notFound: 'pm_task_not_found',
      example: { params, query: { expand: 'status_details,tags' }, reply: exampleTask },
      handle: (deps, { actor, params, query }) =>
        getTask(deps, actor, params.task_id, query.expand),
    }),
    operation({
      id: 'updateBoardTask',
      method: 'PATCH',
      path: `${base}/{task_id}`,
      tag,
      summary: 'Change a board task',
      description:
        'Changing `status` updates `complete`, and the other way round. A blocked task cannot be completed.',
      permission: 'boards:write',
      params: TaskParams,
      body: UpdateTaskBody,
      status: 200,
      reply: BoardTask,
      etag: true,
      notFound: 'pm_task_not_found',
      problems: [
        'board_read_only',
        'task_is_blocked',
        'subtask_cycle',
        'subtasks_too_deep',
        'precondition_failed',
      ],
      example: { params, body: { complete: true }, reply: exampleTask },
      handle: (deps, { actor, params, body, ifMatch }) =>
        updateTask(deps, actor, params.task_id, body, ifMatch),
    }),
    operation({
      id: 'deleteBoardTask',
      method: 'DELETE',
      path: `${base}/{task_id}`,
      tag,
      summary: 'Delete a task with its subtasks',
      description: 'Its activity can still be read.',
      permission: 'boards:write',
      params: TaskParams,
      status: 204,
      reply: Type.Null(),
      notFound: 'pm_task_not_found',
      problems: ['board_read_only', 'precondition_failed'],
      example: { params: { task_id: taskId } },
      handle: (deps, { actor, params, ifMatch }) =>
        deleteTask(deps, actor, params.task_id, ifMatch),
    }),
    operation({
      id: 'cloneBoardTask',
      method: 'POST',
      path: `${base}/{task_id}/clone`,
      tag,
      summary: 'Copy a task',
      description: 'Copies everything except comments and dependencies.',
      permission: 'boards:write',
      params: TaskParams,
      body: CloneTaskBody,
      status: 201,
      reply: BoardTask,
      notFound: 'pm_task_not_found',
      problems: ['quota_exceeded', 'board_read_only'],
      example: { params, body: { with_subtasks: true }, reply: exampleTask },
      handle: (deps, { actor, params, body }) => cloneTask(deps, actor, params.task_id, body ?? {}),
    }),
    operation({
      id: 'moveBoardTask',
      method: 'POST',
      path: `${base}/{task_id}/move`,
      tag,
      summary: 'Move a task within its column, to another column or board',
      description:
        '`before` or `after` names a task of the column; without them, the task goes to the end. Subtasks move along to another board.',
      permission: 'boards:write',
      params: TaskParams,
      body: MoveTaskBody,
      status: 200,
      reply: BoardTask,
      notFound: 'pm_task_not_found',
      problems: ['board_not_found', 'board_read_only', 'task_is_blocked'],
      example: { params, body: { before: 'LAUNCH-7' }, reply: exampleTask },
      handle: (deps, { actor, params, body }) => moveTask(deps, actor, params.task_id, body),
    }),
  ]
}
