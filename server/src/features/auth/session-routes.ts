import { Type } from 'typebox'
import { PageQuery } from '../../http/pagination.ts'
import { resource } from '../../http/resource.ts'
import { Nullable, named, Time, UuidParams } from '../../http/schemas.ts'
import { endOtherSessions, endSession, listSessions } from './manage-sessions.ts'

const Session = named(
  'ActiveSession',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    kind: Type.Enum(['browser', 'token'], {
      description: '`browser`: a cookie. `token`: an access token with its refresh tokens.',
    }),
    name: Type.String({ description: 'The name that the browser or program sent.' }),
    address: Nullable(Type.String({ description: 'The IP address of the sign-in.' })),
    created_at: Time,
    last_used_at: Nullable(Time),
    expires_at: Time,
    is_current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
  }),
)

const exampleSession = {
  id: '4f0f2f5b-8f3f-4c11-9a55-6b2f6c1e6a7e',
  kind: 'browser',
  name: 'Firefox on Linux',
  address: '203.0.113.7',
  created_at: '2026-11-15T09:30:00.000Z',
  last_used_at: '2026-11-15T10:30:00.000Z',
  expires_at: '2026-12-15T09:30:00.000Z',
  is_current: true,
}

const sessions = resource({
  tag: 'Credentials',
  path: '/api/v1/auth/sessions',
  read: 'signed-in person',
  write: 'signed-in person',
  params: UuidParams,
  notFound: 'session_not_found',
  record: Session,
  example: { params: { id: exampleSession.id }, record: exampleSession },
})

export function sessionRoutes() {
  return [
    sessions.list('', {
      id: 'listSessions',
      summary: 'List your sessions',
      description:
        'Browsers, and programs that signed in with your password. Most recently used first.',
      query: PageQuery,
      list: (deps, { actor, query }) => listSessions(deps, actor, query),
    }),
    sessions.delete('/{id}', {
      id: 'endSession',
      summary: 'End one of your sessions',
      description: 'Takes effect immediately, also for open streams and WebSockets.',
      handle: (deps, { actor, params }) => endSession(deps, actor, params.id),
    }),
    sessions.post('/end-others', {
      id: 'endOtherSessions',
      summary: 'Sign out everywhere else',
      description: 'Ends all your sessions except the one of this request.',
      reply: named(
        'EndedSessions',
        Type.Object({ ended: Type.Integer({ description: 'How many sessions ended.' }) }),
      ),
      example: { reply: { ended: 2 } },
      handle: (deps, { actor }) => endOtherSessions(deps, actor),
    }),
  ]
}
