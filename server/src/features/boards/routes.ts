import { Type } from 'typebox'
import { listOperation } from '../../http/list-operation.ts'
import { operation } from '../../http/operation.ts'
import { PageQuery } from '../../http/pagination.ts'
import { addBoardMember, removeBoardMember } from './change-members.ts'
import { cloneBoard } from './clone-board.ts'
import { createBoard } from './create-board.ts'
import { deleteBoard } from './delete-board.ts'
import { boardId, exampleBoard, exampleMember } from './examples.ts'
import { getBoard, listBoardMembers, listBoards } from './read-boards.ts'
import {
  AddBoardMemberBody,
  Board,
  BoardListQuery,
  BoardMember,
  BoardMemberParams,
  BoardParams,
  BoardQuery,
  CloneBoardBody,
  CreateBoardBody,
  UpdateBoardBody,
} from './schemas.ts'
import { updateBoard } from './update-board.ts'

const tag = 'Boards'
const base = '/api/v1/pm/boards'

export function boardRoutes() {
  return [
    listOperation({
      id: 'listBoards',
      path: base,
      tag,
      summary: 'List boards, newest first',
      description:
        'The boards that you can see. With a `Space` header, only those of the teamspace.',
      permission: 'boards:read',
      query: BoardListQuery,
      entry: Board,
      example: { entry: exampleBoard },
      list: (deps, { actor, query }) => listBoards(deps, actor, query),
    }),
    operation({
      id: 'createBoard',
      method: 'POST',
      path: base,
      tag,
      summary: 'Create a board',
      description:
        'It has the columns Draft, To Do, In Progress and Completed. With a `Space` header, it belongs to the teamspace. Without a slug, one is derived from the title.',
      permission: 'boards:write',
      body: CreateBoardBody,
      status: 201,
      reply: Board,
      etag: true,
      problems: ['quota_exceeded', 'slug_taken'],
      example: { body: { title: 'Autumn launch', slug: 'launch' }, reply: exampleBoard },
      handle: (deps, { actor, body }) => createBoard(deps, actor, body),
    }),
    operation({
      id: 'getBoard',
      method: 'GET',
      path: `${base}/{board_id}`,
      tag,
      summary: 'Read a board',
      description:
        'By id or slug; earlier slugs keep working. `expand` accepts `statuses`, `creator`, `modifier`.',
      permission: 'boards:read',
      params: BoardParams,
      query: BoardQuery,
      status: 200,
      reply: Board,
      etag: true,
      notFound: 'board_not_found',
      example: {
        params: { board_id: 'launch' },
        query: { expand: 'statuses' },
        reply: exampleBoard,
      },
      handle: (deps, { actor, params, query }) =>
        getBoard(deps, actor, params.board_id, query.expand),
    }),
    operation({
      id: 'updateBoard',
      method: 'PATCH',
      path: `${base}/{board_id}`,
      tag,
      summary: 'Change a board',
      permission: 'boards:write',
      params: BoardParams,
      body: UpdateBoardBody,
      status: 200,
      reply: Board,
      etag: true,
      notFound: 'board_not_found',
      problems: ['board_read_only', 'slug_taken', 'precondition_failed'],
      example: {
        params: { board_id: 'launch' },
        body: { title: 'Autumn launch' },
        reply: exampleBoard,
      },
      handle: (deps, { actor, params, body, ifMatch }) =>
        updateBoard(deps, actor, params.board_id, body, ifMatch),
    }),
    operation({
      id: 'deleteBoard',
      method: 'DELETE',
      path: `${base}/{board_id}`,
      tag,
      summary: 'Delete a board with its tasks',
      permission: 'boards:write',
      params: BoardParams,
      status: 204,
      reply: Type.Null(),
      notFound: 'board_not_found',
      problems: ['board_read_only', 'precondition_failed'],
      example: { params: { board_id: boardId } },
      handle: (deps, { actor, params, ifMatch }) =>
        deleteBoard(deps, actor, params.board_id, ifMatch),
    }),
    operation({
      id: 'cloneBoard',
      method: 'POST',
      path: `${base}/{board_id}/clone`,
      tag,
      summary: 'Clone a board',
      description: 'Copies its columns and fields, and its tasks if `with_tasks` is true.',
      permission: 'boards:write',
      params: BoardParams,
      body: CloneBoardBody,
      status: 201,
      reply: Board,
      notFound: 'board_not_found',
      problems: ['quota_exceeded', 'slug_taken', 'too_many_tasks'],
      example: {
        params: { board_id: 'launch' },
        body: { title: 'Spring launch' },
        reply: exampleBoard,
      },
      handle: (deps, { actor, params, body }) =>
        cloneBoard(deps, actor, params.board_id, body ?? {}),
    }),
    listOperation({
      id: 'listBoardMembers',
      path: `${base}/{board_id}/members`,
      tag,
      summary: 'List the members of a board',
      description: 'Like its creator, they can change a protected board and see a private one.',
      permission: 'boards:read',
      params: BoardParams,
      query: PageQuery,
      entry: BoardMember,
      notFound: 'board_not_found',
      example: { params: { board_id: 'launch' }, entry: exampleMember },
      list: (deps, { actor, params, query }) =>
        listBoardMembers(deps, actor, params.board_id, query),
    }),
    operation({
      id: 'addBoardMember',
      method: 'POST',
      path: `${base}/{board_id}/members`,
      tag,
      summary: 'Add a member of the workspace to a board',
      permission: 'boards:write',
      params: BoardParams,
      body: AddBoardMemberBody,
      status: 201,
      reply: BoardMember,
      notFound: 'board_not_found',
      problems: ['board_read_only'],
      example: { params: { board_id: 'launch' }, body: { user_id: 1 }, reply: exampleMember },
      handle: (deps, { actor, params, body }) =>
        addBoardMember(deps, actor, params.board_id, body.user_id),
    }),
    operation({
      id: 'removeBoardMember',
      method: 'DELETE',
      path: `${base}/{board_id}/members/{user_id}`,
      tag,
      summary: 'Remove a member from a board',
      permission: 'boards:write',
      params: BoardMemberParams,
      status: 204,
      reply: Type.Null(),
      notFound: 'board_not_found',
      problems: ['board_member_not_found', 'board_read_only'],
      example: { params: { board_id: 'launch', user_id: 1 } },
      handle: (deps, { actor, params }) =>
        removeBoardMember(deps, actor, params.board_id, params.user_id),
    }),
  ]
}
