import { resource } from '../../../http/resource.ts'
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

const tasks = resource({
  tag: 'Board tasks',
  path: '/api/v1/pm/tasks',
  read: 'boards:read',
  write: 'boards:write',
  params: TaskParams,
  notFound: 'pm_task_not_found',
  record: BoardTask,
  etag: true,
  example: { params: { task_id: 'LAUNCH-12' }, record: exampleTask },
})

export function boardTaskRoutes() {
  return [
    tasks.list('', {
      id: 'listBoardTasks',
      summary: 'List board tasks',
      description:
        'From all boards that you can see. `expand` accepts `status_details`, `assignees`, `tags`, `board`, `attachments`, `subtasks`.',
      query: TaskListQuery,
      problems: ['board_not_found', 'pm_task_not_found'],
      example: { query: { board: 'launch', complete: false, sort: 'order' } },
      list: (deps, { actor, query }) => listTasks(deps, actor, query),
    }),
    tasks.create('', {
      id: 'createBoardTask',
      summary: 'Create a task on a board',
      description:
        'Send the board, or a `status` or `parent` that belongs to it. Without a status, the task goes into the first column.',
      body: CreateTaskBody,
      problems: ['quota_exceeded', 'board_not_found', 'board_read_only', 'subtasks_too_deep'],
      example: {
        body: {
          board: 'launch',
          title: 'Write the press release',
          due_date: '2026-11-20',
          priority: 'high',
          tags: ['design'],
        },
      },
      handle: (deps, { actor, body }) => createTask(deps, actor, body),
    }),
    tasks.get('/{task_id}', {
      id: 'getBoardTask',
      summary: 'Read a board task',
      description: 'By id or slug; earlier slugs keep working.',
      query: TaskQuery,
      example: { query: { expand: 'status_details,tags' } },
      handle: (deps, { actor, params, query }) =>
        getTask(deps, actor, params.task_id, query.expand),
    }),
    tasks.patch('/{task_id}', {
      id: 'updateBoardTask',
      summary: 'Change a board task',
      description:
        'Changing `status` updates `complete`, and the other way round. A blocked task cannot be completed.',
      body: UpdateTaskBody,
      problems: [
        'board_read_only',
        'task_is_blocked',
        'subtask_cycle',
        'subtasks_too_deep',
        'precondition_failed',
      ],
      example: { body: { complete: true } },
      handle: (deps, { actor, params, body, ifMatch }) =>
        updateTask(deps, actor, params.task_id, body, ifMatch),
    }),
    tasks.delete('/{task_id}', {
      id: 'deleteBoardTask',
      summary: 'Delete a task with its subtasks',
      description: 'Its activity can still be read.',
      problems: ['board_read_only', 'precondition_failed'],
      example: { params: { task_id: taskId } },
      handle: (deps, { actor, params, ifMatch }) =>
        deleteTask(deps, actor, params.task_id, ifMatch),
    }),
    tasks.create('/{task_id}/clone', {
      id: 'cloneBoardTask',
      summary: 'Copy a task',
      description: 'Copies everything except comments and dependencies.',
      body: CloneTaskBody,
      problems: ['quota_exceeded', 'board_read_only'],
      example: { body: { with_subtasks: true } },
      etag: false,
      handle: (deps, { actor, params, body }) => cloneTask(deps, actor, params.task_id, body ?? {}),
    }),
    tasks.post('/{task_id}/move', {
      id: 'moveBoardTask',
      summary: 'Move a task within its column, to another column or board',
      description:
        '`before` or `after` names a task of the column; without them, the task goes to the end. Subtasks move along to another board.',
      body: MoveTaskBody,
      problems: ['board_not_found', 'board_read_only', 'task_is_blocked'],
      example: { body: { before: 'LAUNCH-7' } },
      etag: false,
      handle: (deps, { actor, params, body }) => moveTask(deps, actor, params.task_id, body),
    }),
  ]
}
