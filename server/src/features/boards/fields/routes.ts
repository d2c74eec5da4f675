import { Type } from 'typebox'
import { listOperation } from '../../../http/list-operation.ts'
import { operation } from '../../../http/operation.ts'
import { PageQuery, slicePage } from '../../../http/pagination.ts'
import { exampleField, fieldId } from '../examples.ts'
import { BoardParams } from '../schemas.ts'
import { createField, deleteField, listFields, updateField } from './manage-fields.ts'
import { CreateFieldBody, Field, FieldParams, UpdateFieldBody } from './schemas.ts'

const tag = 'Boards'
const base = '/api/v1/pm/boards/{board_id}/fields'
const params = { board_id: 'launch', field_id: fieldId }

export function fieldRoutes() {
  return [
    listOperation({
      id: 'listFields',
      path: base,
      tag,
      summary: 'List the custom fields of a board',
      permission: 'boards:read',
      params: BoardParams,
      query: PageQuery,
      entry: Field,
      notFound: 'board_not_found',
      example: { params: { board_id: 'launch' }, entry: exampleField },
      list: async (deps, { actor, params, query }) =>
        slicePage(query, await listFields(deps, actor, params.board_id)),
    }),
    operation({
      id: 'createField',
      method: 'POST',
      path: base,
      tag,
      summary: 'Add a custom field to a board',
      description: 'Tasks store its values in `custom_fields`, under its key.',
      permission: 'boards:write',
      params: BoardParams,
      body: CreateFieldBody,
      status: 201,
      reply: Field,
      notFound: 'board_not_found',
      problems: ['board_read_only'],
      example: {
        params: { board_id: 'launch' },
        body: { name: 'Channel', kind: 'select', options: ['Mail', 'Social', 'Print'] },
        reply: exampleField,
      },
      handle: (deps, { actor, params, body }) => createField(deps, actor, params.board_id, body),
    }),
    operation({
      id: 'updateField',
      method: 'PATCH',
      path: `${base}/{field_id}`,
      tag,
      summary: 'Rename a field or change its options',
      permission: 'boards:write',
      params: FieldParams,
      body: UpdateFieldBody,
      status: 200,
      reply: Field,
      notFound: 'field_not_found',
      problems: ['board_not_found', 'board_read_only'],
      example: { params, body: { name: 'Where' }, reply: exampleField },
      handle: (deps, { actor, params, body }) =>
        updateField(deps, actor, params.board_id, params.field_id, body),
    }),
    operation({
      id: 'deleteField',
      method: 'DELETE',
      path: `${base}/{field_id}`,
      tag,
      summary: 'Delete a field',
      description: 'Tasks keep their values.',
      permission: 'boards:write',
      params: FieldParams,
      status: 204,
      reply: Type.Null(),
      notFound: 'field_not_found',
      problems: ['board_not_found', 'board_read_only'],
      example: { params },
      handle: (deps, { actor, params }) =>
        deleteField(deps, actor, params.board_id, params.field_id),
    }),
  ]
}
