import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'
import { announcePresence, endPresence } from './announce-presence.ts'
import { exampleParams } from './examples.ts'
import { PresenceBody, PresenceQuery, ProjectPresence } from './presence-schemas.ts'
import { ProjectParams } from './schemas.ts'

const tag = 'Projects'
const path = '/api/v1/projects/{resourcetype}/{id}/presence'

export function presenceRoutes() {
  return [
    operation({
      id: 'announceProjectPresence',
      method: 'PUT',
      path,
      tag,
      summary: 'Show that you have a project open',
      description:
        'Returns who else does. Repeat it before it expires. Open WebSockets of everyone who has the project open get a `presence` frame when that changes. Nothing is stored.',
      permission: 'projects:read',
      onlyPeople: true,
      params: ProjectParams,
      body: PresenceBody,
      status: 200,
      reply: ProjectPresence,
      notFound: 'project_not_found',
      problems: ['project_type_not_found'],
      example: {
        params: exampleParams,
        body: { is_editing: true },
        reply: {
          people: [{ id: 1, name: 'Mia Wong', kind: 'user', is_editing: true }],
          expires_in_seconds: 30,
        },
      },
      handle: (deps, { actor, params, body }) => announcePresence(deps, actor, params, body),
    }),
    operation({
      id: 'endProjectPresence',
      method: 'DELETE',
      path,
      tag,
      summary: 'Show that you have closed a project',
      permission: 'projects:read',
      onlyPeople: true,
      params: ProjectParams,
      query: PresenceQuery,
      status: 204,
      reply: Type.Null(),
      notFound: 'project_not_found',
      problems: ['project_type_not_found'],
      example: { params: exampleParams },
      handle: (deps, { actor, params, query }) => endPresence(deps, actor, params, query.client_id),
    }),
  ]
}
