import { PageQuery, slicePage } from '../../../http/pagination.ts'
import { resource } from '../../../http/resource.ts'
import { exampleStatus, statusId } from '../examples.ts'
import { createStatus, updateStatus } from './change-statuses.ts'
import { deleteStatus } from './delete-status.ts'
import { moveStatusTasks } from './move-status-tasks.ts'
import { getStatus, listStatuses } from './read-statuses.ts'
import {
  CreateStatusBody,
  DeleteStatusQuery,
  MoveStatusTasksBody,
  MoveStatusTasksReply,
  Status,
  StatusParams,
  UpdateStatusBody,
} from './schemas.ts'

const statuses = resource({
  tag: 'Boards',
  path: '/api/v1/pm',
  read: 'boards:read',
  write: 'boards:write',
  params: StatusParams,
  notFound: 'status_not_found',
  record: Status,
  example: { params: { board_id: 'launch', status_id: statusId }, record: exampleStatus },
})

export function statusRoutes() {
  return [
    statuses.list('/boards/{board_id}/status', {
      id: 'listStatuses',
      summary: 'List the statuses of a board, from left to right',
      query: PageQuery,
      notFound: 'board_not_found',
      list: async (deps, { actor, params, query }) =>
        slicePage(query, await listStatuses(deps, actor, params.board_id)),
    }),
    statuses.create('/boards/{board_id}/status', {
      id: 'createStatus',
      summary: 'Add a status to a board',
      body: CreateStatusBody,
      notFound: 'board_not_found',
      problems: ['board_read_only'],
      example: {
        body: { title: 'In Review', color: '#8E5BD0', category: 'in_progress', order: 3 },
      },
      handle: (deps, { actor, params, body }) => createStatus(deps, actor, params.board_id, body),
    }),
    statuses.get('/boards/{board_id}/status/{status_id}', {
      id: 'getStatus',
      summary: 'Read a status',
      problems: ['board_not_found'],
      handle: (deps, { actor, params }) =>
        getStatus(deps, actor, params.board_id, params.status_id),
    }),
    statuses.patch('/boards/{board_id}/status/{status_id}', {
      id: 'updateStatus',
      summary: 'Change a status',
      description:
        'If its category becomes `done`, its tasks are completed. If it is no longer `done`, they are reopened.',
      body: UpdateStatusBody,
      problems: [
        'board_not_found',
        'board_read_only',
        'last_status',
        'task_is_blocked',
        'too_many_tasks',
      ],
      example: { body: { title: 'Next' } },
      handle: (deps, { actor, params, body }) =>
        updateStatus(deps, actor, params.board_id, params.status_id, body),
    }),
    statuses.delete('/boards/{board_id}/status/{status_id}', {
      id: 'deleteStatus',
      summary: 'Delete a status',
      description: 'If it has tasks, `move_to` names the status that they move to.',
      query: DeleteStatusQuery,
      problems: [
        'board_not_found',
        'board_read_only',
        'last_status',
        'status_has_tasks',
        'task_is_blocked',
        'too_many_tasks',
      ],
      example: { query: { move_to: statusId } },
      handle: (deps, { actor, params, query }) =>
        deleteStatus(deps, actor, params.board_id, params.status_id, query.move_to),
    }),
    statuses.post('/status/{status_id}/move', {
      id: 'moveStatusTasks',
      summary: 'Move all tasks of a status to another',
      body: MoveStatusTasksBody,
      reply: MoveStatusTasksReply,
      problems: ['board_read_only', 'task_is_blocked', 'too_many_tasks'],
      example: { body: { target_status_id: statusId }, reply: { moved: 3 } },
      handle: (deps, { actor, params, body }) =>
        moveStatusTasks(deps, actor, params.status_id, body.target_status_id),
    }),
  ]
}
