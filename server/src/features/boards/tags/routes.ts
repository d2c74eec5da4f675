import { Type } from 'typebox'
import { listOperation } from '../../../http/list-operation.ts'
import { operation } from '../../../http/operation.ts'
import { exampleTag } from '../examples.ts'
import { createTag, deleteTag, listTags, updateTag } from './manage-tags.ts'
import { CreateTagBody, Tag, TagListQuery, TagParams, UpdateTagBody } from './schemas.ts'

const tag = 'Boards'
const base = '/api/v1/pm/tags'

export function tagRoutes() {
  return [
    listOperation({
      id: 'listTags',
      path: base,
      tag,
      summary: 'List the tags of the workspace',
      permission: 'boards:read',
      query: TagListQuery,
      entry: Tag,
      example: { entry: exampleTag },
      list: (deps, { actor, query }) => listTags(deps, actor, query),
    }),
    operation({
      id: 'createTag',
      method: 'POST',
      path: base,
      tag,
      summary: 'Create a tag for tasks',
      description: 'Giving a task a new tag name also creates the tag.',
      permission: 'boards:write',
      body: CreateTagBody,
      status: 201,
      reply: Tag,
      problems: ['tag_name_taken'],
      example: { body: { name: 'design', color: '#8E5BD0' }, reply: exampleTag },
      handle: (deps, { actor, body }) => createTag(deps, actor, body),
    }),
    operation({
      id: 'updateTag',
      method: 'PATCH',
      path: `${base}/{tag_id}`,
      tag,
      summary: 'Rename or recolour a tag',
      permission: 'boards:write',
      params: TagParams,
      body: UpdateTagBody,
      status: 200,
      reply: Tag,
      notFound: 'tag_not_found',
      problems: ['tag_name_taken'],
      example: { params: { tag_id: 4 }, body: { color: '#8E5BD0' }, reply: exampleTag },
      handle: (deps, { actor, params, body }) => updateTag(deps, actor, params.tag_id, body),
    }),
    operation({
      id: 'deleteTag',
      method: 'DELETE',
      path: `${base}/{tag_id}`,
      tag,
      summary: 'Delete an unused tag',
      permission: 'boards:write',
      params: TagParams,
      status: 204,
      reply: Type.Null(),
      notFound: 'tag_not_found',
      problems: ['tag_in_use'],
      example: { params: { tag_id: 4 } },
      handle: (deps, { actor, params }) => deleteTag(deps, actor, params.tag_id),
    }),
  ]
}
