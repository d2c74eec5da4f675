import { operation } from '../../http/operation.ts'
import { PageQuery, pageOf, toPage } from '../../http/pagination.ts'
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
import { Project, ProjectParams } from './schemas.ts'

const tag = 'Projects'
const base = '/api/v1/projects/{resourcetype}/{id}'

export function historyRoutes() {
  return [
    operation({
      id: 'listProjectRevisions',
      method: 'GET',
      path: `${base}/revisions`,
      tag,
      summary: 'List the revisions of a project, newest first',
      description: 'Who changed what, when and how. Read a revision for its content.',
      permission: 'projects:read',
      params: ProjectParams,
      query: PageQuery,
      status: 200,
      reply: pageOf(RevisionSummary),
      notFound: 'project_not_found',
      problems: ['project_type_not_found'],
      example: {
        params: exampleParams,
        reply: { count: 3, next: null, previous: null, results: [exampleRevision] },
      },
      handle: async (deps, { actor, params, query, url }) =>
        toPage(deps.config.publicUrl, url, query, await listRevisions(deps, actor, params, query)),
    }),
    operation({
      id: 'getProjectRevision',
      method: 'GET',
      path: `${base}/revisions/{revision}`,
      tag,
      summary: 'Read a revision of a project',
      permission: 'projects:read',
      params: RevisionParams,
      exact: true,
      status: 200,
      reply: ProjectRevision,
      etag: revisionTag,
      notFound: 'project_revision_not_found',
      problems: ['project_type_not_found', 'project_not_found'],
      example: { params: { ...exampleParams, revision: 3 }, reply: exampleWholeRevision },
      handle: (deps, { actor, params }) => getRevision(deps, actor, params, params.revision),
    }),
    operation({
      id: 'diffProjectRevisions',
      method: 'GET',
      path: `${base}/diff`,
      tag,
      summary: 'Compare two revisions of a project',
      description:
        'Compares objects key by key and arrays as a whole. Without `from` and `to`, shows what the newest revision changed.',
      permission: 'projects:read',
      params: ProjectParams,
      query: DiffQuery,
      exact: true,
      status: 200,
      reply: ProjectDiff,
      notFound: 'project_not_found',
      problems: ['project_type_not_found'],
      example: {
        params: exampleParams,
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
    operation({
      id: 'revertProject',
      method: 'POST',
      path: `${base}/revert`,
      tag,
      summary: 'Revert a project to an earlier revision',
      description:
        'Creates a new revision like the earlier one. The revisions in between are kept.',
      permission: 'projects:write',
      params: ProjectParams,
      body: RevertBody,
      exact: true,
      status: 200,
      reply: Project,
      etag: revisionTag,
      notFound: 'project_not_found',
      problems: ['quota_exceeded', 'project_type_not_found', 'precondition_failed'],
      example: { params: exampleParams, body: { revision: 1 }, reply: exampleProject },
      handle: (deps, { actor, params, body, ifMatch }) =>
        revertProject(deps, actor, params, body.revision, ifMatch),
    }),
  ]
}
