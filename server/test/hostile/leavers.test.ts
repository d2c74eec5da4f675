import { expect, test } from 'vitest'
import { createLinkForPerson } from '../../src/features/auth/create-link.ts'
import { useOAuth } from '../../src/features/oauth/test-oauth.ts'
import { permissions } from '../../src/http/permissions.ts'
import { openBrowserSession } from '../browser-session.ts'
import { type CallOptions, expectStatus, readProblem, useService } from '../harness.ts'
import { type IssuedThing, testLeaving } from '../leaving.ts'
import { createOAuthGrant } from '../oauth-grant.ts'
import { passwordClient, setPassword } from '../passwords.ts'
import { connect } from '../sockets.ts'

/** Credentials of someone who left, or may do less, are worth what their person may do today. */
const service = useService()
const program = useOAuth(service)
const { logIn } = passwordClient(service)

const listBoards = (credential: CallOptions) =>
  readProblem(service.call('GET', '/api/v1/pm/boards', credential))

const post = (path: string, body: object, credential: CallOptions = {}) =>
  service.call('POST', path, { ...credential, body })

const allowed = [200, undefined]
const unknown = [401, 'unauthorized']
const denied = [403, 'permission_denied']
/** A session is its person's. It leads to all of their workspaces, and here there is no other one. */
const nowhere = [403, 'workspace_forbidden']
const ofKey = { works: allowed, removed: unknown, demoted: denied, deactivated: unknown }
const ofSession = { works: allowed, removed: nowhere, demoted: denied }

const mcpHeaders = { accept: 'application/json, text/event-stream' }
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
}
const listBoardsByMcp = {
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'listBoards', arguments: {} },
}

async function openMcpSession(key: string): Promise<Record<string, string>> {
  const opened = await post('/mcp', initialize, { key, headers: mcpHeaders })
  return { ...mcpHeaders, 'mcp-session-id': opened.headers['mcp-session-id'] as string }
}

const credentials: IssuedThing[] = [
  {
    thing: 'an API key',
    issue:
      async ({ key }) =>
      () =>
        listBoards({ key }),
    ...ofKey,
  },
  {
    thing: 'a key created by a key',
    issue: async ({ key }) => {
      const child = await expectStatus(201, post('/api/v1/api-keys', { name: 'Child' }, { key }))
      return () => listBoards({ key: child.key })
    },
    ...ofKey,
  },
  {
    thing: 'an access token of a program',
    issue: async (maker) => {
      const { token } = await createOAuthGrant(service, maker)
      return () => listBoards({ token })
    },
    ...ofKey,
  },
  {
    thing: 'a refresh token of a program',
    issue: async (maker) => {
      await setPassword(service, maker)
      const client = await program.registerClient()
      const more = { resource: service.deps.config.publicUrl }
      const code = await program.requestCode(client, more, maker)
      const { refresh_token } = (await program.exchangeCode(client, code)).body
      return async () => {
        const { status, body } = await program.refresh(client, refresh_token)
        return status === 200 ? listBoards({ token: body.access_token }) : [status, body.error]
      }
    },
    works: allowed,
    removed: [400, 'invalid_grant'],
    demoted: denied,
    deactivated: [400, 'invalid_grant'],
  },
  {
    thing: 'an authorization code',
    issue: async (maker) => {
      await setPassword(service, maker)
      const client = await program.registerClient()
      const more = { resource: service.deps.config.publicUrl }
      const code = await program.requestCode(client, more, maker)
      return async () => {
        const { status, body } = await program.exchangeCode(client, code)
        return status === 200 ? listBoards({ token: body.access_token }) : [status, body.error]
      }
    },
    works: allowed,
    removed: [400, 'invalid_grant'],
    demoted: denied,
    deactivated: [400, 'invalid_grant'],
  },
  {
    thing: 'an MCP session',
    issue: async ({ key }) => {
      const headers = await openMcpSession(key)
      return async () => {
        const { status, text } = await post('/mcp', listBoardsByMcp, { key, headers })
        return [status, text.includes('"isError":true') ? 'an error' : undefined]
      }
    },
    works: allowed,
    removed: [401, undefined],
    demoted: [200, 'an error'],
    deactivated: [401, undefined],
  },
  {
    thing: 'a ticket for a socket',
    issue: async ({ key }) => {
      const { url } = await expectStatus(201, post('/api/v1/ws/tickets', {}, { key }))
      return async () => {
        const { status, body, follower } = await connect(`${url}&streams=workspace`)
        follower?.socket.terminate()
        return [status, body?.code]
      }
    },
    works: [101, undefined],
    removed: unknown,
    demoted: denied,
    deactivated: unknown,
  },
  {
    thing: 'a session of a browser',
    issue: async (maker) => {
      const browser = await openBrowserSession(service, maker)
      return () => listBoards(browser)
    },
    ...ofSession,
    deactivated: unknown,
  },
  {
    thing: 'a refresh token of a session',
    issue: async (maker) => {
      await setPassword(service, maker)
      const { refresh_token } = (await logIn(maker.email)).body
      return async () => {
        const answer = await post('/api/v1/auth/refresh', { refresh_token })
        if (answer.status !== 200) return readProblem(answer)
        return listBoards({ token: answer.body.access_token })
      }
    },
    ...ofSession,
    deactivated: [401, 'refresh_token_invalid'],
  },
  {
    thing: 'a link to sign in or to choose a password',
    issue: async ({ email }) => {
      const { link } = await createLinkForPerson(service.deps, email)
      return async () => {
        const token = link.split('#')[1] as string
        const body = { token, new_password: 'a long enough password' }
        const answer = await post('/api/v1/auth/browser/link', body)
        if (answer.status !== 200) return readProblem(answer)
        const [cookie = ''] = String(answer.headers['set-cookie']).split(';')
        return listBoards({ headers: { cookie, 'sec-fetch-site': 'same-origin' } })
      }
    },
    ...ofSession,
    deactivated: [410, 'sign_in_link_invalid'],
  },
]

testLeaving(service, credentials)

test('a program cannot create a key, which would outlive its grant', async () => {
  const owner = await service.tenant()
  const everything = permissions.filter((one) => !one.startsWith('api-keys:'))
  const { token } = await createOAuthGrant(service, owner, { scopes: everything })
  expect(await readProblem(post('/api/v1/api-keys', { name: 'Mine' }, { token }))).toEqual(denied)
  const client = await program.registerClient()
  const url = program.authorizeUrl(client, { scope: 'boards:read api-keys:write' })
  const { status, text } = await service.call('GET', url)
  expect([status, text.includes('There is no scope api-keys:write')]).toEqual([400, true])
})

test('the id of an MCP session is worth nothing with another credential', async () => {
  const owner = await service.tenant()
  const maker = await service.colleague(owner, 'member')
  const headers = await openMcpSession(maker.key)
  for (const key of [owner.key, await service.keyWith(maker, ['boards:read'])]) {
    const { status, text } = await post('/mcp', listBoardsByMcp, { key, headers })
    expect([status, text.includes('Session not found')]).toEqual([404, true])
  }
})

test('a place in a teamspace ends with the membership, and does not come back with it', async () => {
  const owner = await service.tenant()
  const maker = await service.colleague(owner, 'member')
  const spaces = '/api/v1/workspaces/teamspaces'
  const { id } = await expectStatus(201, post(spaces, { name: 'Launch' }, owner))
  await expectStatus(201, post(`${spaces}/${id}/members`, { user_id: maker.userId }, owner))
  const headers = { space: String(id) }
  expect(await listBoards({ key: maker.key, headers })).toEqual(allowed)
  const path = `/api/v1/workspaces/members/${maker.userId}`
  await expectStatus(204, service.call('DELETE', path, { key: owner.key }))
  expect(await listBoards({ key: maker.key, headers })).toEqual(unknown)
  await service.deps.db.system`insert into memberships (workspace_id, user_id, role, created_at)
    values (${owner.workspaceId}, ${maker.userId}, 'member', ${service.deps.clock()})`
  const browser = await openBrowserSession(service, maker)
  const inSpace = { headers: { ...browser.headers, ...headers } }
  expect(await listBoards(inSpace)).toEqual([403, 'space_forbidden'])
  expect(await listBoards({ key: maker.key })).toEqual(unknown)
})
