import { Type } from 'typebox'
import { listSchema } from '../../../http/pagination.ts'
import { resource } from '../../../http/resource.ts'
import { exampleDependencies, exampleTask } from '../examples.ts'
import { BoardParams } from '../schemas.ts'
import { TaskParams } from '../tasks/schemas.ts'
import {
  addDependency,
  getDependencies,
  listTaskSigns,
  removeDependency,
} from './manage-dependencies.ts'
import { AddDependencyBody, Dependencies, RemoveDependencyBody, TaskSigns } from './schemas.ts'

const dependencies = resource({
  tag: 'Board tasks',
  path: '/api/v1/pm',
  read: 'boards:read',
  write: 'boards:write',
  params: Type.Interface([BoardParams, TaskParams], {}),
  notFound: 'pm_task_not_found',
  record: Dependencies,
  example: { params: { board_id: 'launch', task_id: 'LAUNCH-12' }, record: exampleDependencies },
})

export function dependencyRoutes() {
  return [
    dependencies.get('/boards/{board_id}/task-signs', {
      id: 'listTaskSigns',
      summary: 'List comments and open blockers of a board’s tasks',
      description: 'Counts to show on cards. Tasks with neither are left out.',
      reply: listSchema(TaskSigns),
      notFound: 'board_not_found',
      example: {
        reply: {
          count: 1,
          results: [{ task: exampleTask.id, comments_count: 2, open_blockers: 1 }],
        },
      },
      handle: (deps, { actor, params }) => listTaskSigns(deps, actor, params.board_id),
    }),
    dependencies.get('/tasks/{task_id}/dependencies', {
      id: 'getDependencies',
      summary: 'Read the dependencies of a task',
      handle: (deps, { actor, params }) => getDependencies(deps, actor, params.task_id),
    }),
    dependencies.post('/tasks/{task_id}/add_dependency', {
      id: 'addDependency',
      summary: 'Link a task to another',
      description: 'This task blocks, relates to or duplicates the target.',
      body: AddDependencyBody,
      problems: ['board_read_only', 'dependency_cycle'],
      example: { body: { target_task_id: 'LAUNCH-7', relation_type: 'BLOCKS' } },
      handle: (deps, { actor, params, body }) => addDependency(deps, actor, params.task_id, body),
    }),
    dependencies.post('/tasks/{task_id}/remove_dependency', {
      id: 'removeDependency',
      summary: 'Remove the link between two tasks',
      body: RemoveDependencyBody,
      problems: ['board_read_only', 'dependency_not_found'],
      example: { body: { target_task_id: 'LAUNCH-7', relation_type: 'BLOCKS' } },
      handle: (deps, { actor, params, body }) =>
        removeDependency(deps, actor, params.task_id, body),
    }),
  ]
}
