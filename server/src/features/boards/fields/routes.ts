import { PageQuery, slicePage } from '../../../http/pagination.ts'
import { resource } from '../../../http/resource.ts'
import { exampleField, fieldId } from '../examples.ts'
import { createField, deleteField, listFields, updateField } from './manage-fields.ts'
import { CreateFieldBody, Field, FieldParams, UpdateFieldBody } from './schemas.ts'

const fields = resource({
  tag: 'Boards',
  path: '/api/v1/pm/boards/{board_id}/fields',
  read: 'boards:read',
  write: 'boards:write',
  params: FieldParams,
  notFound: 'board_not_found',
  record: Field,
  example: { params: { board_id: 'launch', field_id: fieldId }, record: exampleField },
})

export function fieldRoutes() {
  return [
    fields.list('', {
      id: 'listFields',
      summary: 'List the custom fields of a board',
      query: PageQuery,
      list: async (deps, { actor, params, query }) =>
        slicePage(query, await listFields(deps, actor, params.board_id)),
    }),
    fields.create('', {
      id: 'createField',
      summary: 'Add a custom field to a board',
      description: 'Tasks store its values in `custom_fields`, under its key.',
      body: CreateFieldBody,
      problems: ['board_read_only'],
      example: {
        body: { name: 'Channel', kind: 'select', options: ['Mail', 'Social', 'Print'] },
      },
      handle: (deps, { actor, params, body }) => createField(deps, actor, params.board_id, body),
    }),
    fields.patch('/{field_id}', {
      id: 'updateField',
      summary: 'Rename a field or change its options',
      body: UpdateFieldBody,
      notFound: 'field_not_found',
      problems: ['board_not_found', 'board_read_only'],
      example: { body: { name: 'Where' } },
      handle: (deps, { actor, params, body }) =>
        updateField(deps, actor, params.board_id, params.field_id, body),
    }),
    fields.delete('/{field_id}', {
      id: 'deleteField',
      summary: 'Delete a field',
      description: 'Tasks keep their values.',
      notFound: 'field_not_found',
      problems: ['board_not_found', 'board_read_only'],
      handle: (deps, { actor, params }) =>
        deleteField(deps, actor, params.board_id, params.field_id),
    }),
  ]
}
