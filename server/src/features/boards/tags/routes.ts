import { resource } from '../../../http/resource.ts'
import { exampleTag } from '../examples.ts'
import { createTag, deleteTag, listTags, updateTag } from './manage-tags.ts'
import { CreateTagBody, Tag, TagListQuery, TagParams, UpdateTagBody } from './schemas.ts'

const tags = resource({
  tag: 'Boards',
  path: '/api/v1/pm/tags',
  read: 'boards:read',
  write: 'boards:write',
  params: TagParams,
  notFound: 'tag_not_found',
  record: Tag,
  example: { params: { tag_id: 4 }, record: exampleTag },
})

export function tagRoutes() {
  return [
    tags.list('', {
      id: 'listTags',
      summary: 'List the tags of the workspace',
      query: TagListQuery,
      list: (deps, { actor, query }) => listTags(deps, actor, query),
    }),
    tags.create('', {
      id: 'createTag',
      summary: 'Create a tag for tasks',
      description: 'Giving a task a new tag name also creates the tag.',
      body: CreateTagBody,
      problems: ['tag_name_taken'],
      example: { body: { name: 'design', color: '#8E5BD0' } },
      handle: (deps, { actor, body }) => createTag(deps, actor, body),
    }),
    tags.patch('/{tag_id}', {
      id: 'updateTag',
      summary: 'Rename or recolour a tag',
      body: UpdateTagBody,
      problems: ['tag_name_taken'],
      example: { body: { color: '#8E5BD0' } },
      handle: (deps, { actor, params, body }) => updateTag(deps, actor, params.tag_id, body),
    }),
    tags.delete('/{tag_id}', {
      id: 'deleteTag',
      summary: 'Delete an unused tag',
      problems: ['tag_in_use'],
      handle: (deps, { actor, params }) => deleteTag(deps, actor, params.tag_id),
    }),
  ]
}
