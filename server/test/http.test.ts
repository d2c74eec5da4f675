import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { problems } from '../src/http/problems.ts'
import { expectStatus, type Tenant, useService } from './harness.ts'

const service = useService({ consoleFolder: '/nowhere' })
const spaces = '/api/v1/workspaces/teamspaces'

const json = { 'content-type': 'application/json' }

async function post(tenant: Tenant, body: unknown, headers: Record<string, string> = {}) {
  return service.call('POST', spaces, { key: tenant.key, body, headers: { ...json, ...headers } })
}

describe('every failure is a problem', () => {
  test('with all members of RFC 9457 and ours, and nothing internal', async () => {
    const answer = await service.call('GET', '/api/v1/nothing-here')
    expect(answer.status).toBe(404)
    expect(answer.headers['content-type']).toBe('application/problem+json')
    expect(answer.body).toEqual({
      type: '/problems/route_not_found',
      title: 'This path does not exist',
      status: 404,
      detail: expect.stringContaining('GET /api/v1/nothing-here'),
      instance: '/api/v1/nothing-here',
      code: 'route_not_found',
      request_id: answer.headers['x-request-id'],
    })
  })

  test('400 for broken JSON, invalid text and endless nesting', async () => {
    const mia = await service.tenant()
    const bodies: [string | Buffer, string][] = [
      ['{"name":', 'malformed_json'],
      ['not json', 'malformed_json'],
      ['{"name":"a","__proto__":{"x":1}}', 'malformed_json'],
      ['{"name":"a\\u0000b"}', 'malformed_json'],
      ['{"name":"a\\ud800b"}', 'malformed_json'],
      [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'malformed_json'],
      [`{"name":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'malformed_json'],
      ['', 'validation_failed'],
      ['[]', 'validation_failed'],
      ['null', 'validation_failed'],
      ['{"name":7}', 'validation_failed'],
      ['{"name":"   "}', 'validation_failed'],
      ['{}', 'validation_failed'],
    ]
    for (const [body, code] of bodies) {
      const answer = await post(mia, body)
      expect([String(body).slice(0, 40), answer.status, answer.body.code]).toEqual([
        String(body).slice(0, 40),
        400,
        code,
      ])
    }
  })

  test('400 names every invalid field', async () => {
    const mia = await service.tenant()
    const answer = await service.call('PATCH', '/api/v1/workspaces/current', {
      key: mia.key,
      body: { name: 5, settings: { start_of_week: 'tue', timezone: 1 } },
    })
    expect(answer.body.errors).toEqual(
      expect.arrayContaining([
        { path: 'name', message: 'must be a string' },
        { path: 'settings.start_of_week', message: 'must be one of mon, sun, sat' },
        { path: 'settings.timezone', message: 'must be a string' },
      ]),
    )
  })

  test('405 with Allow for a method that a URL does not support', async () => {
    for (const method of ['PUT', 'DELETE', 'POST', 'TRACE', 'OPTIONS']) {
      const answer = await service.call(method, '/api/v1/workspaces/current')
      expect(answer.status, method).toBe(405)
      expect(answer.headers.allow).toBe('GET, HEAD, PATCH')
      expect(answer.body.code).toBe('method_not_allowed')
    }
  })

  test('413 for a body over the limit', async () => {
    const mia = await service.tenant()
    const answer = await post(mia, { name: 'x'.repeat(1024 * 1024) })
    expect([answer.status, answer.body.code]).toEqual([413, 'body_too_large'])
  })

  test('415 for a body that is not JSON', async () => {
    const mia = await service.tenant()
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x']) {
      const answer = await post(mia, 'name=Launch', { 'content-type': type })
      expect([type, answer.status]).toEqual([type, 415])
    }
  })

  test('a malformed URL or method is a 4xx problem', async () => {
    const mia = await service.tenant()
    for (const path of ['/api/v1/%zz', `${spaces}/%ff`, `${spaces}?page=%00`, `${spaces}?page=x`]) {
      const answer = await service.call('GET', path, { key: mia.key })
      expect([path, answer.status < 500 && answer.status >= 400]).toEqual([path, true])
      expect(answer.headers['content-type']).toContain('application/problem+json')
    }
  })

  test('each code has a page', async () => {
    for (const [code, { title }] of Object.entries(problems)) {
      const page = await service.call('GET', `/problems/${code}`)
      expect(page.status).toBe(200)
      expect(page.text).toContain(title)
    }
    expect((await service.call('GET', '/problems/constructor')).status).toBe(404)
  })
})

describe('over a real socket', () => {
  test('bytes that are not HTTP, and unknown methods, get a problem', async () => {
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = service.app.server.address() as { port: number }
    const garbage = await exchange(port, 'FOO /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(garbage).toMatch(/^HTTP\/1.1 400 /)
    expect(garbage).toContain('application/problem+json')
    const known = await exchange(
      port,
      'PROPFIND /api/v1/workspaces/current HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    )
    expect(known).toMatch(/^HTTP\/1.1 405 /)
    expect(known).toContain('allow: GET, HEAD, PATCH')
  })

  test('400 for ten thousand ids in a URL, with the allowed number', async () => {
    const { key } = await service.tenant()
    const { port } = service.app.server.address() as { port: number }
    const ask = (count: number) => {
      const ids = Array.from({ length: count }, (_, at) => at + 1).join(',')
      const url = `/api/v1/service/social-media/get-drafts?account_ids=${ids}`
      const head = `Host: x\r\nAuthorization: Api-Key ${key}\r\nConnection: close`
      return exchange(port, `GET ${url} HTTP/1.1\r\n${head}\r\n\r\n`)
    }
    const many = await ask(10_000)
    expect(many).toMatch(/^HTTP\/1.1 400 /)
    expect(many).toContain('account_ids: must name at most 1000 accounts')
    const tooMany = await ask(20_000)
    expect(tooMany).toMatch(/^HTTP\/1.1 431 /)
    expect(tooMany).toContain('"code":"head_too_large"')
    expect(tooMany).toContain('at most 65536 bytes')
  })
})

function exchange(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
}

describe('unknown fields', () => {
  test('are ignored, not stored, and named', async () => {
    const mia = await service.tenant()
    const answer = await post(mia, { name: 'A', colour: 'red', nested: { x: 1 } })
    expect(answer.status).toBe(201)
    expect(answer.headers['ignored-fields']).toBe('colour, nested')
    expect(answer.text).not.toContain('red')
    const settings = await service.call('PATCH', '/api/v1/workspaces/current', {
      key: mia.key,
      body: { settings: { language: 'de', theme: 'dark' } },
    })
    expect(settings.headers['ignored-fields']).toBe('settings.theme')
    expect(settings.text).not.toContain('dark')
  })

  test('are a 400 with Prefer: handling=strict', async () => {
    const mia = await service.tenant()
    for (const prefer of [
      'handling=strict',
      'respond-async, handling=strict',
      'Handling="strict"',
    ]) {
      const answer = await expectStatus(400, post(mia, { name: 'A', colour: 'red' }, { prefer }))
      expect(answer.errors[0].path).toBe('colour')
    }
    await expectStatus(201, post(mia, { name: 'B', colour: 1 }, { prefer: 'handling=lenient' }))
  })
})

describe('request ids', () => {
  test('harmless ones are kept, others are replaced', async () => {
    const kept = await service.call('GET', '/healthz', {
      headers: { 'x-request-id': 'trace-1.a:b' },
    })
    expect(kept.headers['x-request-id']).toBe('trace-1.a:b')
    const replaced = await service.call('GET', '/healthz', { headers: { 'x-request-id': 'a b{}' } })
    expect(replaced.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('ETag', () => {
  test('304 for If-None-Match, and a new tag after a change', async () => {
    const mia = await service.tenant()
    const { body: space, headers } = await post(mia, { name: 'A' })
    const path = `${spaces}/${space.id}`
    const first = await service.call('GET', path, { key: mia.key })
    expect(first.headers.etag).toBe(headers.etag)
    for (const known of [
      first.headers.etag,
      `W/${first.headers.etag}`,
      `"x", ${first.headers.etag}`,
      '*',
    ]) {
      const again = await service.call('GET', path, {
        key: mia.key,
        headers: { 'if-none-match': known as string },
      })
      expect([known, again.status, again.text]).toEqual([known, 304, ''])
    }
    await service.call('PATCH', path, { key: mia.key, body: { name: 'B' } })
    const changed = await service.call('GET', path, { key: mia.key })
    expect(changed.headers.etag).not.toBe(first.headers.etag)
  })

  test('412 for If-Match of another version, and nothing is changed', async () => {
    const mia = await service.tenant()
    const current = '/api/v1/workspaces/current'
    const before = await service.call('GET', current, { key: mia.key })
    const change = (name: string, tag: string) =>
      service.call('PATCH', current, { key: mia.key, body: { name }, headers: { 'if-match': tag } })
    expect((await change('First', before.headers.etag as string)).status).toBe(200)
    const stale = await change('Second', before.headers.etag as string)
    expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed'])
    const after = await service.call('GET', current, { key: mia.key })
    expect(after.body.workspace.name).toBe('First')
    expect(stale.headers.etag).toBe(after.headers.etag)
  })
})

describe('pages', () => {
  test('count, links and results fit together', async () => {
    const mia = await service.tenant()
    for (let number = 1; number <= 5; number++) await post(mia, { name: `Space ${number}` })
    const page = (query: string) => service.call('GET', `${spaces}?${query}`, { key: mia.key })
    const first = await page('page_size=2')
    expect(first.body).toMatchObject({ count: 5, previous: null })
    const second = await service.call('GET', first.body.next, { key: mia.key })
    expect(second.body.results.map((space: { name: string }) => space.name)).toEqual([
      'Space 3',
      'Space 4',
    ])
    const last = await page('page=3&page_size=2')
    expect(last.body.next).toBeNull()
    expect(last.body.results).toHaveLength(1)
    const beyond = await page('page=1000000000&page_size=100')
    expect([beyond.status, beyond.body.results]).toEqual([200, []])
    expect((await service.call('GET', beyond.body.previous, { key: mia.key })).body.count).toBe(5)
  })

  test('400 for an impossible page', async () => {
    const mia = await service.tenant()
    for (const query of ['page=0', 'page=-1', 'page=1.5', 'page=a', 'page_size=0']) {
      const answer = await service.call('GET', `${spaces}?${query}`, { key: mia.key })
      expect([query, answer.status]).toEqual([query, 400])
    }
  })
})

describe('for operators', () => {
  test('health, readiness, metrics, reference and start page need no credential', async () => {
    expect((await service.call('GET', '/healthz')).body).toEqual({ status: 'ok' })
    expect((await service.call('GET', '/readyz')).body).toMatchObject({ status: 'ok' })
    const metrics = await service.call('GET', '/metrics')
    expect(metrics.text).toContain('http_request_duration_seconds_bucket')
    expect(metrics.text).toContain('route="/api/v1/workspaces/teamspaces"')
    expect((await service.call('GET', '/docs/')).status).toBe(200)
    expect((await service.call('GET', '/')).text).toContain('API reference')
    expect((await service.call('GET', '/api/openapi.json')).body.openapi).toBe('3.1.0')
  })

  test('responses allow a browser nothing and are not cached', async () => {
    const { headers } = await service.call('GET', '/api/v1/workspaces/current')
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })
})
