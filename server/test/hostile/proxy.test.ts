import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { warnOfProxy } from '../../src/http/gate/trust-proxy.ts'
import { fetchPurposes } from '../../src/platform/safe-fetch/allowed-ranges.ts'
import { createSafeFetches } from '../../src/platform/safe-fetch/safe-fetch.ts'
import { useService } from '../harness.ts'
import { useHttpServer } from '../local-servers.ts'
import { passwordClient } from '../passwords.ts'

/** Proxies in front of the server, and between the server and a network, aren't trusted. */
const service = useService()
const stopping = new AbortController()
afterAll(() => stopping.abort())

async function buildTestApp(settings: Partial<Config>) {
  const config = { ...service.deps.config, ...settings }
  return buildApp({ ...service.deps, config }, stopping.signal)
}

type App = Awaited<ReturnType<typeof buildTestApp>>

/** Guesses like a client that writes anything in front of the value that the proxy adds. */
async function guess(app: App, email: string, count: number, forwardedFor: (at: number) => string) {
  const statuses: number[] = []
  for (let at = 0; at < count; at++) {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      remoteAddress: '10.0.0.9',
      headers: { 'x-forwarded-for': forwardedFor(at) },
      payload: { email, password: `guess ${at}` },
    })
    statuses.push(statusCode)
  }
  return statuses
}

describe('X-Forwarded-For', () => {
  const settings: [string, Partial<Config>][] = [
    ['one proxy', { trustProxy: 1 }],
    ['a range', { trustProxy: ['10.0.0.0/8'] }],
  ]
  const { createTenantWithPassword } = passwordClient(service)
  const someone = async () => (await createTenantWithPassword()).email
  const forged = (at: number) => `198.51.100.${at}, 203.0.113.7`
  const limited = [...Array(20).fill(401), ...Array(5).fill(429)]

  test('is ignored when no proxy is declared', async () => {
    expect(await guess(service.app, await someone(), 25, forged)).toEqual(limited)
  })

  test.each(settings)('is read from the right: %s', async (_, config) => {
    const app = await buildTestApp(config)
    expect(await guess(app, await someone(), 25, forged)).toEqual(limited)
    const many = await guess(app, await someone(), 25, (at) => `203.0.113.${at}`)
    expect(many).toEqual(Array(25).fill(401))
    await app.close()
  })
})

describe('ATELIER_TRUST_PROXY', () => {
  const read = (value: string) => readConfig({ ATELIER_TRUST_PROXY: value }).trustProxy

  test('is a number of hops or ranges', () => {
    expect(read('no')).toBe(false)
    expect(read('0')).toBe(false)
    expect(read('2')).toBe(2)
    expect(read('10.0.0.0/8, fd00::/8')).toEqual(['10.0.0.0/8', 'fd00::/8'])
  })

  test.each(['yes', 'true', '-1', '1.5', '10.0.0.0/99', 'nginx'])('refuses %s', (value) => {
    expect(() => read(value)).toThrow(/ATELIER_TRUST_PROXY must be the number of proxies/)
  })
})

describe('ATELIER_ALLOW_CIDRS', () => {
  const inside = useHttpServer((_request, response) => void response.end('inside'))
  const read = (value: string) => readConfig({ ATELIER_ALLOW_CIDRS: value }).allowCidrs
  const log = { warn: () => {} }

  test.each(fetchPurposes)('opened for %s stays closed to everything else', async (purpose) => {
    const fetches = createSafeFetches(read(`${purpose}=127.0.0.0/8`), log)
    for (const other of fetchPurposes) {
      const fetched = fetches[other](inside.url, { maxBytes: 100, timeoutMs: 5000 })
      if (other === purpose) expect(String(await (await fetched).bytes())).toBe('inside')
      else await expect(fetched).rejects.toMatchObject({ code: 'forbidden_address' })
    }
  })

  test('`all` means every purpose; the error for a range without a purpose says what to write', () => {
    const ranges = ['10.0.0.0/8']
    expect(read('all=10.0.0.0/8')).toEqual({
      engines: ranges,
      webhooks: ranges,
      workflows: ranges,
      fetching: ranges,
    })
    for (const wrong of ['10.0.0.0/8', 'steps=10.0.0.0/8', 'engines=', 'engines=nonsense']) {
      expect(() => read(wrong)).toThrow(/ATELIER_ALLOW_CIDRS/)
    }
    expect(() => read('10.0.0.0/8')).toThrow(/such as engines=10\.0\.0\.0\/8/)
  })
})

describe('headers', () => {
  test('HSTS only if the server is reached by https', async () => {
    const { config } = service.deps
    const { publicUrl } = config
    const publicUrls = [
      ['http://localhost:4600', undefined],
      ['https://atelier.example', 'max-age=31536000'],
    ] as const
    for (const [publicUrl, expected] of publicUrls) {
      config.publicUrl = publicUrl
      for (const path of ['/', '/healthz', '/api/v1/auth/me']) {
        const { headers } = await service.call('GET', path)
        expect([path, headers['strict-transport-security']]).toEqual([path, expected])
      }
    }
    config.publicUrl = publicUrl
  })

  test('the console shares no window with other origins; programs may open the consent page', async () => {
    const policy = async (path: string) =>
      (await service.call('GET', path)).headers['cross-origin-opener-policy']
    for (const path of ['/', '/inbox', '/sign-in', '/welcome']) {
      expect([path, await policy(path)]).toEqual([path, 'same-origin'])
    }
    expect(await policy('/oauth/authorize')).toBeUndefined()
  })
})

test('an undeclared proxy is logged once', async () => {
  for (const [trustProxy, expected] of [
    [false, 1],
    [1, 0],
  ] as const) {
    const warnings: string[] = []
    const app = Fastify()
    const log = { warn: (text: string) => void warnings.push(text) }
    warnOfProxy(app, { trustProxy }, log as never)
    app.get('/', async () => 'ok')
    for (const headers of [
      {},
      { 'x-forwarded-for': '1.2.3.4' },
      { 'x-forwarded-for': '5.6.7.8' },
    ]) {
      await app.inject({ url: '/', headers })
    }
    expect(warnings).toHaveLength(expected)
    if (expected > 0) expect(warnings[0]).toContain('ATELIER_TRUST_PROXY')
    await app.close()
  }
})
