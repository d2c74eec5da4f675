import type { JsonNode } from '@atelier/sdk/src/exact-json/nodes.ts'
import { pageSchema, toPage } from '../../http/pagination.ts'
import { resource } from '../../http/resource.ts'
import { jsonPatchType, mergePatchType, readChange } from './apply-change.ts'
import { createProject } from './create-project.ts'
import { deleteProject, restoreProject } from './delete-project.ts'
import { readData } from './document.ts'
import { exampleData, exampleParams, exampleProject, exampleSummary } from './examples.ts'
import { historyRoutes } from './history-routes.ts'
import { itemRoutes } from './item-routes.ts'
import { presenceRoutes } from './presence-routes.ts'
import { getProject, listProjects } from './read-projects.ts'
import { revisionsNamed, revisionTag } from './revision-tag.ts'
import {
  CreateProjectBody,
  JsonPatch,
  MergePatch,
  Project,
  ProjectListQuery,
  ProjectParams,
  ProjectSummary,
  UpdateProjectBody,
  UpdateProjectQuery,
} from './schemas.ts'
import { typeRoutes } from './type-routes.ts'
import { updateProject } from './update-project.ts'

/** Data may be 1 MiB; the rest is for other fields. */
const bodyLimitBytes = 1.5 * 1024 * 1024

export function projectRoutes() {
  return [...typeRoutes(), ...ownRoutes(), ...historyRoutes(), ...itemRoutes(), ...presenceRoutes()]
}

const projects = resource({
  tag: 'Projects',
  path: '/api/v1/projects',
  read: 'projects:read',
  write: 'projects:write',
  params: ProjectParams,
  notFound: 'project_not_found',
  record: Project,
  etag: revisionTag,
  example: { params: { resourcetype: 'campaign' }, record: exampleProject },
})

function ownRoutes() {
  return [
    projects.get('/{resourcetype}', {
      id: 'listProjects',
      summary: 'List the projects of a type',
      description:
        'The list omits `data`; read a single project for that. With `Space`, lists only the projects of the teamspace; without it, also those of every teamspace that you belong to.',
      query: ProjectListQuery,
      reply: pageSchema(ProjectSummary),
      notFound: 'project_type_not_found',
      example: {
        reply: {
          count: 1,
          next: null,
          previous: null,
          results: [{ ...exampleSummary, deleted_at: null }],
        },
      },
      handle: async (deps, { actor, params, query, url }) =>
        toPage(
          deps.config.publicUrl,
          url,
          query,
          await listProjects(deps, actor, params.resourcetype, query),
        ),
    }),
    projects.get('', {
      id: 'listAllProjects',
      summary: 'List the projects of all types',
      description: 'Like `listProjects`, for all types.',
      query: ProjectListQuery,
      reply: pageSchema(ProjectSummary),
      example: {
        query: { search: 'launch' },
        reply: {
          count: 1,
          next: null,
          previous: null,
          results: [{ ...exampleSummary, deleted_at: null }],
        },
      },
      handle: async (deps, { actor, query, url }) =>
        toPage(
          deps.config.publicUrl,
          url,
          query,
          await listProjects(deps, actor, undefined, query),
        ),
    }),
    projects.create('/{resourcetype}', {
      id: 'createProject',
      summary: 'Create a project',
      description:
        'With `Space`, it belongs to that teamspace. `data` is stored exactly as sent, with the order of keys and every digit of every number. A duplicate key in an object is a 400.',
      body: CreateProjectBody,
      bodyLimitBytes,
      exact: true,
      notFound: 'project_type_not_found',
      problems: ['quota_exceeded'],
      example: {
        body: { title: 'Autumn launch', primary_type: 'launch', data: exampleData },
      },
      handle: (deps, { actor, params, body, exactBody }) =>
        createProject(deps, actor, params.resourcetype, {
          ...body,
          data: readData(exactBody),
        }),
    }),
    projects.get('/{resourcetype}/{id}', {
      id: 'getProject',
      summary: 'Read a project',
      description:
        'The `ETag` names the revision; send it as `If-Match` when you change the project.',
      exact: true,
      problems: ['project_type_not_found'],
      example: { params: exampleParams },
      handle: (deps, { actor, params }) => getProject(deps, actor, params),
    }),
    projects.patch('/{resourcetype}/{id}', {
      id: 'updateProject',
      summary: 'Change a project',
      description: [
        '`data` replaces the whole object. If `Content-Type` says JSON Merge Patch or JSON Patch, the body changes `data` in place.',
        'With `If-Match` (or `base_revision`, in the body or the query), a change based on an older revision is merged key by key with the changes made since. If both changed the same key, it is a 409 with the `conflicts`. Without it, the last writer wins. Every revision is kept.',
        'Arrays are merged as a whole.',
      ].join('\n\n'),
      query: UpdateProjectQuery,
      body: UpdateProjectBody,
      takes: {
        [mergePatchType]: { schema: MergePatch, example: { stage: 'live', notes: null } },
        [jsonPatchType]: {
          schema: JsonPatch,
          example: [{ op: 'replace', path: '/stage', value: 'live' }],
        },
      },
      bodyLimitBytes,
      exact: true,
      problems: [
        'quota_exceeded',
        'project_type_not_found',
        'precondition_failed',
        'merge_conflict',
        'patch_test_failed',
      ],
      example: {
        params: exampleParams,
        body: { title: 'Autumn launch', data: exampleData },
      },
      handle: (deps, { actor, params, query, body, exactBody, mediaType, ifMatch }) => {
        const change = readChange(exactBody as JsonNode, mediaType, body as object)
        // In a patch, a key with this name is part of the data.
        const inBody = change.kind === 'fields' ? body.base_revision : undefined
        const from = query.base_revision ?? inBody
        const known = from === undefined ? revisionsNamed(ifMatch) : [from]
        return updateProject(deps, actor, params, change, known)
      },
    }),
    projects.delete('/{resourcetype}/{id}', {
      id: 'deleteProject',
      summary: 'Delete a project',
      description: 'It can be restored, with its revisions and items.',
      problems: ['project_type_not_found', 'precondition_failed'],
      example: { params: exampleParams },
      handle: (deps, { actor, params, ifMatch }) => deleteProject(deps, actor, params, ifMatch),
    }),
    projects.post('/{resourcetype}/{id}/restore', {
      id: 'restoreProject',
      summary: 'Restore a deleted project',
      exact: true,
      problems: ['quota_exceeded', 'project_type_not_found'],
      example: { params: exampleParams },
      handle: (deps, { actor, params }) => restoreProject(deps, actor, params),
    }),
  ]
}
