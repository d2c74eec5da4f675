import { Type } from 'typebox'
import { listOperation } from '../../../http/list-operation.ts'
import { operation } from '../../../http/operation.ts'
import { PageQuery, slicePage } from '../../../http/pagination.ts'
import { exampleStatus, statusId } from '../examples.ts'
import { BoardParams } from '../schemas.ts'
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
  StatusIdParams,
  StatusParams,
  UpdateStatusBody,
} from './schemas.ts'

const tag = 'Boards'
const base = '/api/v1/pm/boards/{board_id}/status'
const params = { board_id: 'launch', status_id: statusId }

export function statusRoutes() {
  return [
    listOperation({
      id: 'listStatuses',
      path: base,
      tag,
      summary: 'List the statuses of a board, from left to right',
      permission: 'boards:read',
      params: BoardParams,
      query: PageQuery,
      entry: Status,
      notFound: 'board_not_found',
      example: { params: { board_id: 'launch' }, entry: exampleStatus },
      list: async (deps, { actor, params, query }) =>
        slicePage(query, await listStatuses(deps, actor, params.board_id)),
    }),
    operation({
      id: 'createStatus',
      method: 'POST',
      path: base,
      tag,
      summary: 'Add a status to a board',
      permission: 'boards:write',
      params: BoardParams,
      body: CreateStatusBody,
      status: 201,
      reply: Status,
      notFound: 'board_not_found',
      problems: ['board_read_only'],
      example: {
        params: { board_id: 'launch' },
        body: { title: 'In Review', color: '#8E5BD0', category: 'in_progress', order: 3 },
        reply: exampleStatus,
      },
      handle: (deps, { actor, params, body }) => createStatus(deps, actor, params.board_id, body),
    }),
    operation({
      id: 'getStatus',
      method: 'GET',
      path: `${base}/{status_id}`,
      tag,
      summary: 'Read a status',
      permission: 'boards:read',
      params: StatusParams,
      status: 200,
      reply: Status,
      notFound: 'status_not_found',
      problems: ['board_not_found'],
      example: { params, reply: exampleStatus },
      handle: (deps, { actor, params }) =>
        getStatus(deps, actor, params.board_id, params.status_id),
    }),
    operation({
      id: 'updateStatus',
      method: 'PATCH',
      path: `${base}/{status_id}`,
      tag,
      summary: 'Change a status',
      description:
        'If its category becomes `done`, its tasks are completed. If it is no longer `done`, they are reopened.',
      permission: 'boards:write',
      params: StatusParams,
      body: UpdateStatusBody,
      status: 200,
      reply: Status,
      notFound: 'status_not_found',
      problems: [
        'board_not_found',
        'board_read_only',
        'last_status',
        'task_is_blocked',
        'too_many_tasks',
      ],
      example: { params, body: { title: 'Next' }, reply: exampleStatus },
      handle: (deps, { actor, params, body }) =>
        updateStatus(deps, actor, params.board_id, params.status_id, body),
    }),
    operation({
      id: 'deleteStatus',
      method: 'DELETE',
      path: `${base}/{status_id}`,
      tag,
      summary: 'Delete a status',
      description: 'If it has tasks, `move_to` names the status that they move to.',
      permission: 'boards:write',
      params: StatusParams,
      query: DeleteStatusQuery,
      status: 204,
      reply: Type.Null(),
      notFound: 'status_not_found',
      problems: [
        'board_not_found',
        'board_read_only',
        'last_status',
        'status_has_tasks',
        'task_is_blocked',
        'too_many_tasks',
      ],
      example: { params, query: { move_to: statusId } },
      handle: (deps, { actor, params, query }) =>
        deleteStatus(deps, actor, params.board_id, params.status_id, query.move_to),
    }),
    operation({
      id: 'moveStatusTasks',
      method: 'POST',
      path: '/api/v1/pm/status/{status_id}/move',
      tag,
      summary: 'Move all tasks of a status to another',
      permission: 'boards:write',
      params: StatusIdParams,
      body: MoveStatusTasksBody,
      status: 200,
      reply: MoveStatusTasksReply,
      notFound: 'status_not_found',
      problems: ['board_read_only', 'task_is_blocked', 'too_many_tasks'],
      example: {
        params: { status_id: statusId },
        body: { target_status_id: statusId },
        reply: { moved: 3 },
      },
      handle: (deps, { actor, params, body }) =>
        moveStatusTasks(deps, actor, params.status_id, body.target_status_id),
    }),
  ]
}
