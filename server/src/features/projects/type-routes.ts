import { PageQuery, pageSchema, toPage } from '../../http/pagination.ts'
import { resource } from '../../http/resource.ts'
import { createProjectType, deleteProjectType, listProjectTypes } from './manage-types.ts'
import { CreateTypeBody, ProjectType, TypeParams } from './schemas.ts'

const exampleType = { resourcetype: 'event', id_kind: 'uuid', title: 'Event', built_in: false }

const projectTypes = resource({
  tag: 'Projects',
  path: '/api/v1/project-types',
  read: 'projects:read',
  write: 'projects:write',
  params: TypeParams,
  notFound: 'project_type_not_found',
  example: { params: { resourcetype: 'event' } },
})

export function typeRoutes() {
  return [
    projectTypes.get('', {
      id: 'listProjectTypes',
      summary: 'List the project types',
      description: 'The built-in ones, then those that the workspace has added.',
      query: PageQuery,
      reply: pageSchema(ProjectType),
      example: { reply: { count: 7, next: null, previous: null, results: [exampleType] } },
      handle: async (deps, { actor, query, url }) =>
        toPage(deps.config.publicUrl, url, query, await listProjectTypes(deps, actor, query)),
    }),
    projectTypes.create('', {
      id: 'createProjectType',
      summary: 'Add a project type',
      description: 'Its name is case-insensitive. The kind of its ids cannot change.',
      body: CreateTypeBody,
      reply: ProjectType,
      problems: ['project_type_taken'],
      example: {
        body: { resourcetype: 'event', id_kind: 'uuid', title: 'Event' },
        reply: exampleType,
      },
      handle: (deps, { actor, body }) => createProjectType(deps, actor, body),
    }),
    projectTypes.delete('/{resourcetype}', {
      id: 'deleteProjectType',
      summary: 'Remove an unused project type',
      problems: ['project_type_built_in', 'project_type_in_use'],
      handle: (deps, { actor, params }) => deleteProjectType(deps, actor, params.resourcetype),
    }),
  ]
}
