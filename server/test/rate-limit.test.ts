import { expect, test } from 'vitest'
import { useService } from './harness.ts'

const service = useService({ rateLimitPerMinute: 3 })
const path = '/api/v1/workspaces/current'

test('a credential that exceeds the limit is refused until its window ends; others are not', async () => {
  const mia = await service.tenant()
  const jo = await service.tenant()
  const seen = []
  for (let count = 0; count < 4; count++)
    seen.push(await service.call('GET', path, { key: mia.key }))
  expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 429])
  expect(seen[0]?.headers['ratelimit-policy']).toBe('"default";q=3;w=60')
  expect(seen[0]?.headers.ratelimit).toBe('"default";r=2;t=60')
  expect(seen[2]?.headers.ratelimit).toMatch(/^"default";r=0;t=\d+$/)
  expect(seen[3]?.body.code).toBe('rate_limited')
  expect(Number(seen[3]?.headers['retry-after'])).toBeGreaterThan(50)
  expect((await service.call('GET', path, { key: jo.key })).status).toBe(200)
  service.advance(61)
  expect((await service.call('GET', path, { key: mia.key })).status).toBe(200)
})
