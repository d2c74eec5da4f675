import { operation } from '../../../http/operation.ts'
import { listOf } from '../../../http/pagination.ts'
import { exampleDependencies, exampleTask } from '../examples.ts'
import { BoardParams } from '../schemas.ts'
import { listTaskSigns } from '../tasks/list-signs.ts'
import { TaskParams } from '../tasks/schemas.ts'
import { TaskSigns } from '../tasks/sign-schemas.ts'
import { addDependency, getDependencies, removeDependency } from './manage-dependencies.ts'
import { AddDependencyBody, Dependencies, RemoveDependencyBody } from './schemas.ts'

const tag = 'Board tasks'
const base = '/api/v1/pm/tasks/{task_id}'
const params = { task_id: 'LAUNCH-12' }

export function dependencyRoutes() {
  return [
    operation({
      id: 'listTaskSigns',
      method: 'GET',
      path: '/api/v1/pm/boards/{board_id}/task-signs',
      tag,
      summary: 'List comments and open blockers of a board’s tasks',
      description: 'Counts to show on cards. Tasks with neither are left out.',
      permission: 'boards:read',
      params: BoardParams,
      status: 200,
      reply: listOf(TaskSigns),
      notFound: 'board_not_found',
      example: {
        params: { board_id: 'launch' },
        reply: {
          count: 1,
          results: [{ task: exampleTask.id, comments_count: 2, open_blockers: 1 }],
        },
      },
      handle: (deps, { actor, params }) => listTaskSigns(deps, actor, params.board_id),
    }),
    operation({
      id: 'getDependencies',
      method: 'GET',
      path: `${base}/dependencies`,
      tag,
      summary: 'Read the dependencies of a task',
      permission: 'boards:read',
      params: TaskParams,
      status: 200,
      reply: Dependencies,
      notFound: 'pm_task_not_found',
      example: { params, reply: exampleDependencies },
      handle: (deps, { actor, params }) => getDependencies(deps, actor, params.task_id),
    }),
    operation({
      id: 'addDependency',
      method: 'POST',
      path: `${base}/add_dependency`,
      tag,
      summary: 'Link a task to another',
      description: 'This task blocks, relates to or duplicates the target.',
      permission: 'boards:write',
      params: TaskParams,
      body: AddDependencyBody,
      status: 200,
      reply: Dependencies,
      notFound: 'pm_task_not_found',
      problems: ['board_read_only', 'dependency_cycle'],
      example: {
        params,
        body: { target_task_id: 'LAUNCH-7', relation_type: 'BLOCKS' },
        reply: exampleDependencies,
      },
      handle: (deps, { actor, params, body }) => addDependency(deps, actor, params.task_id, body),
    }),
    operation({
      id: 'removeDependency',
      method: 'POST',
      path: `${base}/remove_dependency`,
      tag,
      summary: 'Remove the link between two tasks',
      permission: 'boards:write',
      params: TaskParams,
      body: RemoveDependencyBody,
      status: 200,
      reply: Dependencies,
      notFound: 'pm_task_not_found',
      problems: ['board_read_only', 'dependency_not_found'],
      example: {
        params,
        body: { target_task_id: 'LAUNCH-7', relation_type: 'BLOCKS' },
        reply: exampleDependencies,
      },
      handle: (deps, { actor, params, body }) =>
        removeDependency(deps, actor, params.task_id, body),
    }),
  ]
}
