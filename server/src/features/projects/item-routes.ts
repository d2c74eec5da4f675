import { Type } from 'typebox'
import { pageSchema, toPage } from '../../http/pagination.ts'
import { resource } from '../../http/resource.ts'
import { named } from '../../http/schemas.ts'
import { createItem, deleteItem, updateItem } from './change-items.ts'
import { readData } from './document.ts'
import { exampleItem, exampleParams } from './examples.ts'
import {
  CreateItemBody,
  ItemIds,
  ItemListQuery,
  ItemParams,
  ProjectItem,
  UpdateItemBody,
} from './item-schemas.ts'
import { getItem, listItems } from './read-items.ts'
import { reorderItems } from './reorder-items.ts'

const problems = ['project_type_not_found', 'project_not_found'] as const
const itemParams = { ...exampleParams, item_id: exampleItem.id }

const items = resource({
  tag: 'Projects',
  path: '/api/v1/projects/{resourcetype}/{id}/items',
  read: 'projects:read',
  write: 'projects:write',
  params: ItemParams,
  notFound: 'project_not_found',
  record: ProjectItem,
  etag: true,
  example: { params: exampleParams, record: exampleItem },
})

export function itemRoutes() {
  return [
    items.get('', {
      id: 'listProjectItems',
      summary: 'List the items of a project in their order',
      query: ItemListQuery,
      exact: true,
      reply: pageSchema(ProjectItem),
      problems,
      example: { reply: { count: 1, next: null, previous: null, results: [exampleItem] } },
      handle: async (deps, { actor, params, query, url }) =>
        toPage(deps.config.publicUrl, url, query, await listItems(deps, actor, params, query)),
    }),
    items.create('', {
      id: 'createProjectItem',
      summary: 'Add an item to a project',
      description: '`data` is stored exactly as sent, like that of the project; at most 64 KiB.',
      body: CreateItemBody,
      exact: true,
      problems: [...problems, 'quota_exceeded'],
      example: {
        body: { title: 'Teaser post', start_date: '2026-11-16', due_date: '2026-11-20' },
      },
      handle: (deps, { actor, params, body, exactBody }) =>
        createItem(deps, actor, params, { ...body, data: readData(exactBody) }),
    }),
    items.get('/{item_id}', {
      id: 'getProjectItem',
      summary: 'Read an item of a project',
      exact: true,
      notFound: 'project_item_not_found',
      problems,
      example: { params: itemParams },
      handle: (deps, { actor, params }) => getItem(deps, actor, params, params.item_id),
    }),
    items.patch('/{item_id}', {
      id: 'updateProjectItem',
      summary: 'Change an item of a project',
      body: UpdateItemBody,
      exact: true,
      notFound: 'project_item_not_found',
      problems: ['quota_exceeded', ...problems, 'precondition_failed'],
      example: { params: itemParams, body: { status: 'planned' } },
      handle: (deps, { actor, params, body, exactBody, ifMatch }) => {
        const changes = { ...body, data: readData(exactBody) }
        return updateItem(deps, actor, params, changes, ifMatch)
      },
    }),
    items.delete('/{item_id}', {
      id: 'deleteProjectItem',
      summary: 'Delete an item of a project',
      notFound: 'project_item_not_found',
      problems: [...problems, 'precondition_failed'],
      example: { params: itemParams },
      handle: (deps, { actor, params, ifMatch }) => deleteItem(deps, actor, params, ifMatch),
    }),
    items.post('/reorder', {
      id: 'reorderProjectItems',
      summary: 'Reorder the items of a project',
      description: 'Omitted items follow in their current order. Returns the whole order.',
      body: ItemIds,
      reply: named('ProjectItemOrder', Type.Object({ ids: Type.Array(Type.String()) })),
      problems,
      example: { body: { ids: [exampleItem.id] }, reply: { ids: [exampleItem.id] } },
      handle: (deps, { actor, params, body }) => reorderItems(deps, actor, params, body.ids),
    }),
  ]
}
