import { PageQuery, pageSchema, toPage } from '../../http/pagination.ts'
import { resource } from '../../http/resource.ts'
import { exampleParams, exampleProject, exampleRevision, exampleWholeRevision } from './examples.ts'
import { diffRevisions, getRevision, listRevisions } from './read-revisions.ts'
import { revertProject } from './revert-project.ts'
import {
  DiffQuery,
  ProjectDiff,
  ProjectRevision,
  RevertBody,
  RevisionParams,
  RevisionSummary,
} from './revision-schemas.ts'
import { revisionTag } from './revision-tag.ts'
import { Project } from './schemas.ts'

const history = resource({
  tag: 'Projects',
  path: '/api/v1/projects/{resourcetype}/{id}',
  read: 'projects:read',
  write: 'projects:write',
  params: RevisionParams,
  notFound: 'project_not_found',
  example: { params: exampleParams },
})

export function historyRoutes() {
  return [
    history.get('/revisions', {
      id: 'listProjectRevisions',
      summary: 'List the revisions of a project, newest first',
      description: 'Who changed what, when and how. Read a revision for its content.',
      query: PageQuery,
      reply: pageSchema(RevisionSummary),
      problems: ['project_type_not_found'],
      example: {
        reply: { count: 3, next: null, previous: null, results: [exampleRevision] },
      },
      handle: async (deps, { actor, params, query, url }) =>
        toPage(deps.config.publicUrl, url, query, await listRevisions(deps, actor, params, query)),
    }),
    history.get('/revisions/{revision}', {
      id: 'getProjectRevision',
      summary: 'Read a revision of a project',
      exact: true,
      reply: ProjectRevision,
      etag: revisionTag,
      notFound: 'project_revision_not_found',
      problems: ['project_type_not_found', 'project_not_found'],
      example: { params: { ...exampleParams, revision: 3 }, reply: exampleWholeRevision },
      handle: (deps, { actor, params }) => getRevision(deps, actor, params, params.revision),
    }),
    history.get('/diff', {
      id: 'diffProjectRevisions',
      summary: 'Compare two revisions of a project',
      description:
        'Compares objects key by key and arrays as a whole. Without `from` and `to`, shows what the newest revision changed.',
      query: DiffQuery,
      exact: true,
      reply: ProjectDiff,
      problems: ['project_type_not_found'],
      example: {
        query: { from: 1, to: 3 },
        reply: {
          from: 1,
          to: 3,
          added: [{ path: '/data/notes', value: ['call the printer'] }],
          removed: [],
          changed: [{ path: '/data/stage', old: 'idea', new: 'research' }],
          truncated: false,
        },
      },
      handle: (deps, { actor, params, query }) => diffRevisions(deps, actor, params, query),
    }),
    history.post('/revert', {
      id: 'revertProject',
      summary: 'Revert a project to an earlier revision',
      description:
        'Creates a new revision like the earlier one. The revisions in between are kept.',
      body: RevertBody,
      exact: true,
      reply: Project,
      etag: revisionTag,
      problems: ['quota_exceeded', 'project_type_not_found', 'precondition_failed'],
      example: { body: { revision: 1 }, reply: exampleProject },
      handle: (deps, { actor, params, body, ifMatch }) =>
        revertProject(deps, actor, params, body.revision, ifMatch),
    }),
  ]
}
