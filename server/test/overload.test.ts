import { expect, test, vi } from 'vitest'
import type { Database } from '../src/platform/postgres/db.ts'
import { useService } from './harness.ts'

const service = useService()
const path = '/api/v1/workspaces/teamspaces'

test('a workspace whose writes would wait too long gets 503; its reads and others continue', async () => {
  const mia = await service.tenant()
  const jo = await service.tenant()
  const db = service.deps.db as Database
  const spy = vi.spyOn(db, 'expectedWait').mockImplementation((owner) => {
    return owner === mia.workspaceId ? { waiting: 500, seconds: 12.3 } : { waiting: 0, seconds: 0 }
  })
  try {
    const create = (key: string) => service.call('POST', path, { key, body: { name: 'Launch' } })
    const refused = await create(mia.key)
    expect(refused).toMatchObject({ status: 503, body: { code: 'overloaded' } })
    expect(refused.headers['retry-after']).toBe('13')
    expect((await service.call('GET', path, { key: mia.key })).status).toBe(200)
    expect((await service.call('GET', '/healthz')).status).toBe(200)
    expect((await create(jo.key)).status).toBe(201)
  } finally {
    spy.mockRestore()
  }
})
