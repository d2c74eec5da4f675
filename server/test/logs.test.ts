import { hostname } from 'node:os'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { createLogger } from '../src/platform/logger.ts'
import { useService } from './harness.ts'

const service = useService()

test('no secret reaches the log, wherever a caller puts it', async () => {
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const log = createLogger({ logLevel: 'trace', logFormat: 'json' }, sink)
  const app = await buildApp({ ...service.deps, log }, new AbortController().signal)
  const canary = 'canary-7f3a9c'
  const mia = await service.tenant()
  const requests = [
    {
      method: 'GET',
      url: '/api/v1/workspaces/current',
      headers: { authorization: `Api-Key ${canary}` },
    },
    { method: 'GET', url: `/api/v1/events?token=${canary}`, headers: {} },
    { method: 'GET', url: `/api/v1/ws?ticket=${canary}`, headers: {} },
    { method: 'GET', url: '/healthz', headers: { cookie: canary, 'idempotency-key': canary } },
    {
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { email: 'a@example.com', password: canary },
    },
    { method: 'POST', url: '/api/v1/auth/refresh', payload: { refresh_token: canary } },
    { method: 'POST', url: '/api/v1/auth/login', payload: { email: 7, password: canary } },
    {
      method: 'POST',
      url: '/api/v1/workspaces/invitations/accept',
      payload: { token: canary, password: canary },
    },
  ] as const
  for (const request of requests) await app.inject(request as never)
  const made = await app.inject({
    method: 'POST',
    url: '/api/v1/api-keys',
    headers: { authorization: `Api-Key ${mia.key}` },
    payload: { name: 'x' },
  })
  log.error({ err: new Error('x'), headers: { authorization: canary }, body: { password: canary } })
  await app.close()
  expect(lines.length).toBeGreaterThanOrEqual(requests.length + 2)
  const text = lines.join('')
  expect(text).not.toContain(canary)
  expect(text).not.toContain(mia.key)
  expect(text).not.toContain(made.json().key)
  const line = lines.map((one) => JSON.parse(one)).find(({ operation }) => operation === 'logIn')
  expect(line).toMatchObject({ pid: process.pid, host: hostname(), client: '127.0.0.1' })
})
