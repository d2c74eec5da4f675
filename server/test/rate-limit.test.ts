import { expect, test } from 'vitest'
import { RequestLimits } from '../src/http/gate/request-limits.ts'
import { type Tenant, useService } from './harness.ts'

const service = useService({
  rateLimit: { perSecond: 2, workspacePerSecond: 3, burstSeconds: 2 },
})
const path = '/api/v1/workspaces/current'

/** The clock stands still, so only the test decides when requests count no more. */
async function send(key: string, count: number, method = 'GET', body?: object) {
  const start = service.stopClock()
  const seen = []
  for (let sent = 0; sent < count; sent++) {
    seen.push(await service.call(method, path, { key, ...(body && { body }) }))
  }
  start()
  return seen
}

const statuses = (seen: { status: number }[]) => seen.map(({ status }) => status)

/** Further keys of a tenant's workspace, which all may do the same. */
const createKeys = (tenant: Tenant, count: number) =>
  Promise.all(Array.from({ length: count }, () => service.keyWith(tenant, ['workspaces:read'])))

test('a credential that exceeds its rate is refused until its burst has drained', async () => {
  const mia = await service.tenant()
  const seen = await send(mia.key, 5)
  expect(statuses(seen)).toEqual([200, 200, 200, 200, 429])
  expect(seen[0]?.headers['ratelimit-policy']).toBe('"default";q=4;w=2, "workspace";q=6;w=2')
  expect(seen[0]?.headers.ratelimit).toBe('"default";r=3;t=1, "workspace";r=5;t=1')
  expect(seen[4]?.body.code).toBe('rate_limited')
  expect(seen[4]?.headers).toMatchObject({
    'ratelimit-policy': '"default";q=4;w=2',
    ratelimit: '"default";r=0;t=2',
    'retry-after': '1',
  })
  service.advance(1)
  expect(statuses(await send(mia.key, 2))).toEqual([200, 200])
})

test('the burst is available again after its seconds, and never more', async () => {
  const mia = await service.tenant()
  await send(mia.key, 4)
  service.advance(3600)
  expect(statuses(await send(mia.key, 5))).toEqual([200, 200, 200, 200, 429])
})

test('many keys of a workspace together cannot exceed its rate; other workspaces are not affected', async () => {
  const mia = await service.tenant()
  const jo = await service.tenant()
  const seen = []
  const start = service.stopClock()
  for (const key of await createKeys(mia, 20)) seen.push(await service.call('GET', path, { key }))
  expect(seen.filter(({ status }) => status !== 429)).toHaveLength(6)
  expect(seen[19]?.headers['ratelimit-policy']).toBe('"workspace";q=6;w=2')
  expect(seen[19]?.body.detail).toContain('of all members and keys of the workspace')
  expect((await service.call('GET', path, { key: jo.key })).status).toBe(200)
  start()
})

test('requests that a credential is refused do not use up the rate of its workspace', async () => {
  const mia = await service.tenant()
  const colleague = await service.colleague(mia, 'member')
  const start = service.stopClock()
  for (let sent = 0; sent < 30; sent++) await service.call('GET', path, { key: mia.key })
  expect((await service.call('GET', path, { key: colleague.key })).status).toBe(200)
  start()
})

test('a large JSON body counts as up to a second of requests, a small one as one', async () => {
  const mia = await service.tenant()
  const jo = await service.tenant()
  const large = { name: 'x'.repeat(500_000) }
  expect(statuses(await send(mia.key, 3, 'PATCH', large)).indexOf(429)).toBe(2)
  expect(statuses(await send(jo.key, 5, 'PATCH', { name: 'x' })).indexOf(429)).toBe(4)
})

test('a JSON body of unknown length counts like the largest, a request without a body as one', () => {
  const limits = new RequestLimits(service.deps.config, service.deps)
  const cost = (headers: Record<string, string>) => limits.computeCost({ headers })
  const json = { 'content-type': 'application/json; charset=utf-8' }
  expect(cost({ ...json, 'transfer-encoding': 'chunked' })).toBe(2)
  expect(cost(json)).toBe(1)
  expect(cost({ 'content-type': 'image/png', 'content-length': '99999999' })).toBe(1)
})

test('a known credential over its rate is refused without a statement', async () => {
  const mia = await service.tenant()
  await send(mia.key, 4)
  const start = service.stopClock()
  await service.deps.db.system`update api_keys set revoked_at = now() where user_id = ${mia.userId}`
  expect((await service.call('GET', path, { key: mia.key })).status).toBe(429)
  start()
  service.advance(10)
  expect((await service.call('GET', path, { key: mia.key })).status).toBe(401)
})
