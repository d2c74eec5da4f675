import { resource } from '../../http/resource.ts'
import { announcePresence, endPresence } from './announce-presence.ts'
import { exampleParams } from './examples.ts'
import { PresenceBody, PresenceQuery, ProjectPresence } from './presence-schemas.ts'
import { ProjectParams } from './schemas.ts'

const presence = resource({
  tag: 'Projects',
  path: '/api/v1/projects/{resourcetype}/{id}/presence',
  write: 'projects:read',
  params: ProjectParams,
  notFound: 'project_not_found',
  example: { params: exampleParams },
})

export function presenceRoutes() {
  return [
    presence.put('', {
      id: 'announceProjectPresence',
      summary: 'Show that you have a project open',
      description:
        'Returns who else does. Repeat it before it expires. Open WebSockets of everyone who has the project open get a `presence` frame when that changes. Nothing is stored.',
      onlyPeople: true,
      body: PresenceBody,
      reply: ProjectPresence,
      problems: ['project_type_not_found'],
      example: {
        body: { is_editing: true },
        reply: {
          people: [{ id: 1, name: 'Mia Wong', kind: 'user', is_editing: true }],
          expires_in_seconds: 30,
        },
      },
      handle: (deps, { actor, params, body }) => announcePresence(deps, actor, params, body),
    }),
    presence.delete('', {
      id: 'endProjectPresence',
      summary: 'Show that you have closed a project',
      onlyPeople: true,
      query: PresenceQuery,
      problems: ['project_type_not_found'],
      handle: (deps, { actor, params, query }) => endPresence(deps, actor, params, query.client_id),
    }),
  ]
}
