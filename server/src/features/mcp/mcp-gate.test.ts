import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useService, useTenant } from '../../../test/harness.ts'
import { useMcpClients, waitForStream } from '../../../test/mcp-client.ts'
import { buildApp } from '../../app.ts'

/** Who can connect to /mcp, and when connections end. */
const service = useService({
  publicUrl: 'https://atelier.example',
  allowedOrigins: ['https://app.example'],
})
const connect = useMcpClients()
const elsewhere = new AbortController()
let baseUrl: string
let other: FastifyInstance
let otherUrl: string
const mia = useTenant(service)

beforeAll(async () => {
  baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' })
  other = await buildApp(service.deps, elsewhere.signal)
  otherUrl = await other.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  elsewhere.abort()
  await other.close()
})

/** Other tests may keep the machine busy. */
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const accept = { accept: 'application/json, text/event-stream' }

interface PostOptions {
  key?: string
  headers?: Record<string, string>
  at?: string
  signal?: AbortSignal
}

async function post(
  body: object,
  { key = mia.key, headers = {}, at = baseUrl, signal }: PostOptions = {},
) {
  const response = await fetch(`${at}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...accept,
      ...(key && { authorization: `Api-Key ${key}` }),
      ...headers,
    },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const withoutSession = {
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'ask_person',
}

/** Asks without a session and waits for the answer. */
function askAlone(thread_id: string, options: PostOptions) {
  const arguments_ = { title: 'a', message: 'b', kind: 'text', thread_id }
  const params = { name: 'ask_person', arguments: arguments_, _meta: envelope }
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  return post(call, { ...options, headers: withoutSession })
}

async function listStatuses(thread: string): Promise<string[]> {
  const path = `/api/v1/questions?thread_id=${thread}`
  const { body } = await service.call('GET', path, { key: mia.key })
  return body.results.map(({ status }: { status: string }) => status)
}

/** Without a session, disconnecting cancels the call. Resolves when that took effect. */
async function withdrawByLeaving(thread: string): Promise<void> {
  const leaving = new AbortController()
  askAlone(thread, { signal: leaving.signal }).catch(() => {})
  await expect.poll(() => listStatuses(thread)).toEqual(['open'])
  leaving.abort()
  await expect.poll(() => listStatuses(thread)).toEqual(['cancelled'])
}

async function newKey(): Promise<{ id: string; key: string }> {
  const body = { name: 'Short-lived', scopes: ['tasks:read', 'notifications:send'] }
  return (await service.call('POST', '/api/v1/api-keys', { key: mia.key, body })).body
}

describe('the gate', () => {
  test('documents for discovery are public and name the only interface', async () => {
    const get = async (path: string) => (await service.call('GET', path)).body
    const { publicUrl } = service.deps.config
    const card = await get('/.well-known/mcp/server-card.json')
    expect(card.remotes).toMatchObject([{ type: 'streamable-http', url: `${publicUrl}/mcp` }])
    expect(await get('/mcp/server-card')).toEqual(card)
    const { servers } = await get('/.well-known/mcp/catalog.json')
    expect(servers).toEqual([{ url: `${publicUrl}/mcp/server-card` }])
    const agent = await get('/.well-known/agent-card.json')
    expect(agent.supportedInterfaces).toMatchObject([
      { url: `${publicUrl}/mcp`, protocolBinding: 'MCP' },
    ])
    expect(agent.skills).toHaveLength(3)
    const registry = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../../../server.json'), 'utf8'),
    )
    expect([registry.version, registry.description.length <= 100]).toEqual([card.version, true])
  })

  test('401 says where to sign in', async () => {
    for (const key of ['', 'nonsense']) {
      const { status, headers } = await post(list, { key })
      expect(status).toBe(401)
      expect(headers.get('www-authenticate')).toContain(
        'Bearer resource_metadata="https://atelier.example/.well-known/oauth-protected-resource/mcp"',
      )
    }
  })

  test('pages of other origins are rejected, even with a key', async () => {
    const from = async (origin: string) => (await post(list, { headers: { origin } })).status
    expect(await from('https://evil.example')).toBe(403)
    expect(await from('null')).toBe(403)
    expect(await from('https://atelier.example')).toBe(200)
    expect(await from('https://app.example')).toBe(200)
  })

  test('400 for a body that is not JSON or not the protocol', async () => {
    const headers = { 'content-type': 'text/plain' }
    expect((await post(list, { headers })).status).toBe(415)
    expect((await post({ hello: 'there' })).status).toBe(400)
    const nul = { ...list, method: 'tools/call', params: { name: 'a\0b' } }
    expect((await post(nul)).status).toBe(400)
  })

  test('a single request without a session works', async () => {
    const { status, text } = await post(list)
    expect([status, text.includes('find_tools')]).toEqual([200, true])
    const { body: board } = await service.call('POST', '/api/v1/pm/boards', {
      key: mia.key,
      body: { title: 'Alone' },
    })
    const params = { uri: `atelier://board/${board.id}` }
    const refused = await post({ jsonrpc: '2.0', id: 1, method: 'resources/subscribe', params })
    expect(refused.text).toContain('need a session')
  })

  test('the number of open responses of a credential is limited', async () => {
    const { key } = await newKey()
    const notifications = { resourceSubscriptions: ['atelier://task/none'] }
    const params = { notifications, _meta: envelope }
    const method = 'subscriptions/listen'
    const leaving = new AbortController()
    const open = Array.from({ length: 201 }, (_, id) =>
      fetch(`${baseUrl}/mcp`, {
        method: 'POST',
        headers: {
          ...accept,
          'content-type': 'application/json',
          authorization: `Api-Key ${key}`,
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': method,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
        signal: leaving.signal,
      }),
    )
    const statuses = (await Promise.all(open)).map(({ status }) => status)
    expect(statuses).toContain(200)
    const next = await post(list, { key })
    expect([next.status, next.headers.get('retry-after')]).toEqual([429, '5'])
    leaving.abort()
    await expect.poll(async () => (await post(list, { key })).status).toBe(200)
  })
})

describe('a limit of requests', () => {
  const narrow = useService({
    rateLimit: { perSecond: 2 / 60, workspacePerSecond: 0, burstSeconds: 60 },
  })

  test('counts messages like requests', async () => {
    const { key } = await narrow.tenant()
    const send = (body: object) =>
      narrow.call('POST', '/mcp', { key, body, headers: { ...accept } })
    expect((await send([list, { ...list, id: 2 }, { ...list, id: 3 }])).status).toBe(429)
    expect((await send(list)).headers['retry-after']).toBeDefined()
  })
})

describe('a session', () => {
  test('belongs to the credential that started it, until it ends', async () => {
    const { transport } = await connect(baseUrl, mia.key)
    const headers = { 'mcp-session-id': transport.sessionId ?? '' }
    expect((await post(list, { headers })).status).toBe(200)
    const { key } = await newKey()
    expect((await post(list, { headers, key })).status).toBe(404)
    const jo = await service.tenant()
    expect((await post(list, { headers, key: jo.key })).status).toBe(404)
    const forged = { 'mcp-session-id': `${headers['mcp-session-id']}x` }
    expect((await post(list, { headers: forged })).status).toBe(404)
    await transport.terminateSession()
    expect((await post(list, { headers })).status).toBe(404)
  })

  test('continues in another process that does not know it', async () => {
    const { client, transport } = await connect(baseUrl, mia.key)
    await client.listTools()
    const { sessionId, protocolVersion } = transport
    const moved = new StreamableHTTPClientTransport(new URL(`${otherUrl}/mcp`), {
      requestInit: { headers: { authorization: `Api-Key ${mia.key}` } },
      sessionId: sessionId as string,
      protocolVersion: protocolVersion as string,
    })
    const answer = new Promise((resolve) => {
      moved.onmessage = resolve
    })
    await moved.start()
    const params = { name: 'listTasks', arguments: {} }
    await moved.send({ jsonrpc: '2.0', id: 7, method: 'tools/call', params })
    expect(await answer).toMatchObject({ id: 7, result: { structuredContent: { count: 0 } } })
    await moved.close()
  })
})

describe('a call in one process', () => {
  test('can be cancelled through another process', async () => {
    const key = await service.keyWith(mia, ['notifications:send', 'notifications:read'])
    const { transport } = await connect(baseUrl, key)
    const headers = { 'mcp-session-id': transport.sessionId ?? '' }
    const ask = { title: 'Still?', message: 'b', kind: 'text', thread_id: 'moving' }
    const params = { name: 'ask_person', arguments: ask }
    const call = { jsonrpc: '2.0', id: 'far', method: 'tools/call', params }
    const waiting = post(call, { key, headers })
    const statuses = async () => {
      const path = '/api/v1/questions?thread_id=moving'
      const { body } = await service.call('GET', path, { key })
      return body.results.map(({ status }: { status: string }) => status)
    }
    await expect.poll(statuses).toEqual(['open'])
    const cancel = { method: 'notifications/cancelled', params: { requestId: 'far' } }
    await post({ jsonrpc: '2.0', ...cancel }, { key, headers, at: otherUrl })
    await expect.poll(statuses).toEqual(['cancelled'])
    await transport.terminateSession()
    await waiting
  })
})

describe('streams end', () => {
  test('with the credential', async () => {
    const { id, key } = await newKey()
    const ask = { title: 'a', message: 'b', kind: 'text', thread_id: 'ends' }
    const params = { name: 'ask_person', arguments: ask }
    const waiting = post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, { key })
    await expect.poll(() => listStatuses('ends')).toEqual(['open'])
    await service.call('DELETE', `/api/v1/api-keys/${id}`, { key: mia.key })
    expect((await waiting).text).not.toContain('"result"')
    expect((await post(list, { key })).status).toBe(401)
    // A later disconnect that does cancel: once it took effect, this one would have too.
    await withdrawByLeaving('after-ends')
    expect(await listStatuses('ends')).toEqual(['open'])
  })

  test('without a session too; this does not cancel the question', async () => {
    const { id, key } = await newKey()
    const waiting = askAlone('stays', { key })
    await expect.poll(() => listStatuses('stays')).toEqual(['open'])
    await service.call('DELETE', `/api/v1/api-keys/${id}`, { key: mia.key })
    expect((await waiting).text).not.toContain('structuredContent')
    await withdrawByLeaving('after-stays')
    expect(await listStatuses('stays')).toEqual(['open'])
  })

  test('with the server, without delaying its stop', async () => {
    const { transport } = await connect(otherUrl, mia.key)
    await waitForStream(otherUrl, mia.key, transport)
    elsewhere.abort()
    await other.close()
    await expect(fetch(`${otherUrl}/mcp`)).rejects.toThrow()
  })
})
