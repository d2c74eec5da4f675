import { describe, expect, test } from 'vitest'
import { expectStatus, useService } from '../../../test/harness.ts'
import { everydayPermissions } from '../../http/permissions.ts'

const service = useService()
const path = '/api/v1/api-keys'

describe('POST /api-keys', () => {
  test('201 shows the key once; only its hash is kept', async () => {
    const mia = await service.tenant()
    const { status, body, text } = await service.call('POST', path, {
      key: mia.key,
      body: { name: ' Agent ' },
    })
    expect(status).toBe(201)
    expect(body.key).toMatch(/^atl_[\w-]{8}\.[\w-]{43}$/)
    expect(body.prefix).toBe(body.key.slice(0, 12))
    expect(body).toMatchObject({ name: 'Agent', scopes: everydayPermissions, revoked_at: null })
    expect(body.user_id).toBe(mia.userId)
    const rows = await service.deps.db.system`select * from api_keys where id = ${body.id}`
    expect(JSON.stringify(rows)).not.toContain(body.key.split('.')[1])
    expect(text).not.toContain('hash')
    const list = await service.call('GET', path, { key: mia.key })
    expect(list.text).not.toContain(body.key.split('.')[1])
  })

  test('201 without scopes has no administration; with scopes exactly those', async () => {
    const mia = await service.tenant()
    const make = async (scopes?: string[]) =>
      (await service.call('POST', path, { key: mia.key, body: { name: 'x', scopes } })).body.key
    const everyday = await make()
    const attempt = (key: string) =>
      service.call('POST', '/api/v1/workspaces/teamspaces', { key, body: { name: 'A' } })
    expect((await attempt(everyday)).status).toBe(403)
    const writer = await make(['teamspaces:write'])
    expect((await attempt(writer)).status).toBe(201)
    await expectStatus(403, service.call('GET', '/api/v1/workspaces/current', { key: writer }))
    const nothing = await make([])
    expect((await service.call('GET', '/api/v1/events', { key: nothing })).status).toBe(403)
  })

  test('400 for scopes beyond the creator’s, unknown scopes, a past or invalid expiry, no name', async () => {
    const mia = await service.tenant()
    const jo = await service.colleague(mia, 'member')
    const bodies = [
      { name: 'x', scopes: ['members:write'] },
      { name: 'x', scopes: ['nonsense:read'] },
      { name: 'x', expires_at: '2001-01-01T00:00:00Z' },
      { name: 'x', expires_at: 'tomorrow' },
      { name: 'x', expires_at: '2030-02-30T00:00:00Z' },
      { name: '' },
      { scopes: [] },
    ]
    for (const body of bodies) {
      const answer = await service.call('POST', path, { key: jo.key, body })
      expect([body, answer.status]).toEqual([body, 400])
    }
  })
})

describe('GET and DELETE /api-keys', () => {
  test('members see and revoke their own, admins all', async () => {
    const mia = await service.tenant()
    const jo = await service.colleague(mia, 'member')
    const own = async (key: string) => (await service.call('GET', path, { key })).body.count
    expect(await own(mia.key)).toBe(2)
    expect(await own(jo.key)).toBe(1)
    const { body } = await service.call('GET', path, { key: mia.key })
    const hers = body.results.find((key: { user_id: number }) => key.user_id === mia.userId)
    const his = body.results.find((key: { user_id: number }) => key.user_id === jo.userId)
    for (const method of ['GET', 'DELETE']) {
      expect((await service.call(method, `${path}/${hers.id}`, { key: jo.key })).status).toBe(404)
    }
    expect((await service.call('DELETE', `${path}/${his.id}`, { key: mia.key })).status).toBe(204)
    expect((await service.call('GET', path, { key: jo.key })).status).toBe(401)
    expect((await service.call('DELETE', `${path}/${his.id}`, { key: mia.key })).status).toBe(204)
    const events = await service.deps.db.system`
      select from events where type = 'api_key.revoked' and object->>'id' = ${his.id}`
    expect(events).toHaveLength(1)
  })

  test('last use is recorded', async () => {
    const mia = await service.tenant()
    const { body } = await service.call('GET', path, { key: mia.key })
    await expect
      .poll(async () => {
        const read = await service.call('GET', `${path}/${body.results[0].id}`, { key: mia.key })
        return read.body.last_used_at
      })
      .toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })
})
