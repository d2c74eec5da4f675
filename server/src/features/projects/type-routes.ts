import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'
import { PageQuery, pageOf, toPage } from '../../http/pagination.ts'
import { createProjectType, deleteProjectType, listProjectTypes } from './manage-types.ts'
import { CreateTypeBody, ProjectType, TypeParams } from './schemas.ts'

const tag = 'Projects'
const base = '/api/v1/project-types'
const exampleType = { resourcetype: 'event', id_kind: 'uuid', title: 'Event', built_in: false }

export function typeRoutes() {
  return [
    operation({
      id: 'listProjectTypes',
      method: 'GET',
      path: base,
      tag,
      summary: 'List the project types',
      description: 'The built-in ones, then those that the workspace has added.',
      permission: 'projects:read',
      query: PageQuery,
      status: 200,
      reply: pageOf(ProjectType),
      example: { reply: { count: 7, next: null, previous: null, results: [exampleType] } },
      handle: async (deps, { actor, query, url }) =>
        toPage(deps.config.publicUrl, url, query, await listProjectTypes(deps, actor, query)),
    }),
    operation({
      id: 'createProjectType',
      method: 'POST',
      path: base,
      tag,
      summary: 'Add a project type',
      description: 'Its name is case-insensitive. The kind of its ids cannot change.',
      permission: 'projects:write',
      body: CreateTypeBody,
      status: 201,
      reply: ProjectType,
      problems: ['project_type_taken'],
      example: {
        body: { resourcetype: 'event', id_kind: 'uuid', title: 'Event' },
        reply: exampleType,
      },
      handle: (deps, { actor, body }) => createProjectType(deps, actor, body),
    }),
    operation({
      id: 'deleteProjectType',
      method: 'DELETE',
      path: `${base}/{resourcetype}`,
      tag,
      summary: 'Remove an unused project type',
      permission: 'projects:write',
      params: TypeParams,
      status: 204,
      reply: Type.Null(),
      notFound: 'project_type_not_found',
      problems: ['project_type_built_in', 'project_type_in_use'],
      example: { params: { resourcetype: 'event' } },
      handle: (deps, { actor, params }) => deleteProjectType(deps, actor, params.resourcetype),
    }),
  ]
}
