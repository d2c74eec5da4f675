import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'
import { pageOf, toPage } from '../../http/pagination.ts'
import { named } from '../../http/schemas.ts'
import { createItem, deleteItem, updateItem } from './change-items.ts'
import { dataIn } from './document.ts'
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
import { ProjectParams } from './schemas.ts'

const tag = 'Projects'
const base = '/api/v1/projects/{resourcetype}/{id}/items'
const problems = ['project_type_not_found', 'project_not_found'] as const
const itemParams = { ...exampleParams, item_id: exampleItem.id }

export function itemRoutes() {
  return [
    operation({
      id: 'listProjectItems',
      method: 'GET',
      path: base,
      tag,
      summary: 'List the items of a project in their order',
      permission: 'projects:read',
      params: ProjectParams,
      query: ItemListQuery,
      exact: true,
      status: 200,
      reply: pageOf(ProjectItem),
      notFound: 'project_not_found',
      problems,
      example: {
        params: exampleParams,
        reply: { count: 1, next: null, previous: null, results: [exampleItem] },
      },
      handle: async (deps, { actor, params, query, url }) =>
        toPage(deps.config.publicUrl, url, query, await listItems(deps, actor, params, query)),
    }),
    operation({
      id: 'createProjectItem',
      method: 'POST',
      path: base,
      tag,
      summary: 'Add an item to a project',
      description: '`data` is stored exactly as sent, like that of the project; at most 64 KiB.',
      permission: 'projects:write',
      params: ProjectParams,
      body: CreateItemBody,
      exact: true,
      status: 201,
      reply: ProjectItem,
      etag: true,
      notFound: 'project_not_found',
      problems: [...problems, 'quota_exceeded'],
      example: {
        params: exampleParams,
        body: { title: 'Teaser post', start_date: '2026-11-16', due_date: '2026-11-20' },
        reply: exampleItem,
      },
      handle: (deps, { actor, params, body, exactBody }) =>
        createItem(deps, actor, params, { ...body, data: dataIn(exactBody) }),
    }),
    operation({
      id: 'getProjectItem',
      method: 'GET',
      path: `${base}/{item_id}`,
      tag,
      summary: 'Read an item of a project',
      permission: 'projects:read',
      params: ItemParams,
      exact: true,
      status: 200,
      reply: ProjectItem,
      etag: true,
      notFound: 'project_item_not_found',
      problems,
      example: { params: itemParams, reply: exampleItem },
      handle: (deps, { actor, params }) => getItem(deps, actor, params, params.item_id),
    }),
    operation({
      id: 'updateProjectItem',
      method: 'PATCH',
      path: `${base}/{item_id}`,
      tag,
      summary: 'Change an item of a project',
      permission: 'projects:write',
      params: ItemParams,
      body: UpdateItemBody,
      exact: true,
      status: 200,
      reply: ProjectItem,
      etag: true,
      notFound: 'project_item_not_found',
      problems: ['quota_exceeded', ...problems, 'precondition_failed'],
      example: { params: itemParams, body: { status: 'planned' }, reply: exampleItem },
      handle: (deps, { actor, params, body, exactBody, ifMatch }) => {
        const changes = { ...body, data: dataIn(exactBody) }
        return updateItem(deps, actor, params, changes, ifMatch)
      },
    }),
    operation({
      id: 'deleteProjectItem',
      method: 'DELETE',
      path: `${base}/{item_id}`,
      tag,
      summary: 'Delete an item of a project',
      permission: 'projects:write',
      params: ItemParams,
      status: 204,
      reply: Type.Null(),
      notFound: 'project_item_not_found',
      problems: [...problems, 'precondition_failed'],
      example: { params: itemParams },
      handle: (deps, { actor, params, ifMatch }) => deleteItem(deps, actor, params, ifMatch),
    }),
    operation({
      id: 'reorderProjectItems',
      method: 'POST',
      path: `${base}/reorder`,
      tag,
      summary: 'Reorder the items of a project',
      description: 'Omitted items follow in their current order. Returns the whole order.',
      permission: 'projects:write',
      params: ProjectParams,
      body: ItemIds,
      status: 200,
      reply: named('ProjectItemOrder', Type.Object({ ids: Type.Array(Type.String()) })),
      notFound: 'project_not_found',
      problems,
      example: {
        params: exampleParams,
        body: { ids: [exampleItem.id] },
        reply: { ids: [exampleItem.id] },
      },
      handle: (deps, { actor, params, body }) => reorderItems(deps, actor, params, body.ids),
    }),
  ]
}
