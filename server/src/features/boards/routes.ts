import { PageQuery } from '../../http/pagination.ts'
import { resource } from '../../http/resource.ts'
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
  BoardQuery,
  CloneBoardBody,
  CreateBoardBody,
  UpdateBoardBody,
} from './schemas.ts'
import { updateBoard } from './update-board.ts'

const boards = resource({
  tag: 'Boards',
  path: '/api/v1/pm/boards',
  read: 'boards:read',
  write: 'boards:write',
  params: BoardMemberParams,
  notFound: 'board_not_found',
  record: Board,
  etag: true,
  example: { params: { board_id: 'launch', user_id: 1 }, record: exampleBoard },
})

export function boardRoutes() {
  return [
    boards.list('', {
      id: 'listBoards',
      summary: 'List boards, newest first',
      description:
        'The boards that you can see. With a `Space` header, only those of the teamspace.',
      query: BoardListQuery,
      list: (deps, { actor, query }) => listBoards(deps, actor, query),
    }),
    boards.create('', {
      id: 'createBoard',
      summary: 'Create a board',
      description:
        'It has the columns Draft, To Do, In Progress and Completed. With a `Space` header, it belongs to the teamspace. Without a slug, one is derived from the title.',
      body: CreateBoardBody,
      problems: ['quota_exceeded', 'slug_taken'],
      example: { body: { title: 'Autumn launch', slug: 'launch' } },
      handle: (deps, { actor, body }) => createBoard(deps, actor, body),
    }),
    boards.get('/{board_id}', {
      id: 'getBoard',
      summary: 'Read a board',
      description:
        'By id or slug; earlier slugs keep working. `expand` accepts `statuses`, `creator`, `modifier`.',
      query: BoardQuery,
      example: { query: { expand: 'statuses' } },
      handle: (deps, { actor, params, query }) =>
        getBoard(deps, actor, params.board_id, query.expand),
    }),
    boards.patch('/{board_id}', {
      id: 'updateBoard',
      summary: 'Change a board',
      body: UpdateBoardBody,
      problems: ['board_read_only', 'slug_taken', 'precondition_failed'],
      example: { body: { title: 'Autumn launch' } },
      handle: (deps, { actor, params, body, ifMatch }) =>
        updateBoard(deps, actor, params.board_id, body, ifMatch),
    }),
    boards.delete('/{board_id}', {
      id: 'deleteBoard',
      summary: 'Delete a board with its tasks',
      problems: ['board_read_only', 'precondition_failed'],
      example: { params: { board_id: boardId } },
      handle: (deps, { actor, params, ifMatch }) =>
        deleteBoard(deps, actor, params.board_id, ifMatch),
    }),
    boards.create('/{board_id}/clone', {
      id: 'cloneBoard',
      summary: 'Clone a board',
      description: 'Copies its columns and fields, and its tasks if `with_tasks` is true.',
      body: CloneBoardBody,
      problems: ['quota_exceeded', 'slug_taken', 'too_many_tasks'],
      example: { body: { title: 'Spring launch' } },
      etag: false,
      handle: (deps, { actor, params, body }) =>
        cloneBoard(deps, actor, params.board_id, body ?? {}),
    }),
    boards.list('/{board_id}/members', {
      id: 'listBoardMembers',
      summary: 'List the members of a board',
      description: 'Like its creator, they can change a protected board and see a private one.',
      query: PageQuery,
      entry: BoardMember,
      example: { entry: exampleMember },
      list: (deps, { actor, params, query }) =>
        listBoardMembers(deps, actor, params.board_id, query),
    }),
    boards.create('/{board_id}/members', {
      id: 'addBoardMember',
      summary: 'Add a member of the workspace to a board',
      body: AddBoardMemberBody,
      reply: BoardMember,
      problems: ['board_read_only'],
      example: { body: { user_id: 1 }, reply: exampleMember },
      handle: (deps, { actor, params, body }) =>
        addBoardMember(deps, actor, params.board_id, body.user_id),
    }),
    boards.delete('/{board_id}/members/{user_id}', {
      id: 'removeBoardMember',
      summary: 'Remove a member from a board',
      problems: ['board_member_not_found', 'board_read_only'],
      handle: (deps, { actor, params }) =>
        removeBoardMember(deps, actor, params.board_id, params.user_id),
    }),
  ]
}
