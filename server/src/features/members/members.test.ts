import { describe, expect, test } from 'vitest'
import { expectStatus, useService } from '../../../test/harness.ts'

const service = useService()
const base = '/api/v1/workspaces/members'

describe('GET /workspaces/members', () => {
  test('200 lists and searches; % and _ are literal', async () => {
    const mia = await service.tenant()
    const jo = await service.colleague(mia, 'member')
    const find = async (search: string) => {
      const query = `?search=${encodeURIComponent(search)}`
      return (await service.call('GET', base + query, { key: mia.key })).body.count
    }
    expect(await find('')).toBe(2)
    expect(await find(jo.email.toUpperCase())).toBe(1)
    expect(await find('test person')).toBe(2)
    for (const search of ['%', '_', '\\', "'", 'nobody'])
      expect([search, await find(search)]).toEqual([search, 0])
  })

  test('200 as choices with label "First Last (email)"', async () => {
    const mia = await service.tenant()
    const { body } = await service.call('GET', `${base}/as-choices`, { key: mia.key })
    expect(body).toEqual({ options: [{ value: mia.userId, label: `Test Person (${mia.email})` }] })
  })

  test('no response contains a password or its hash', async () => {
    const mia = await service.tenant()
    const { text } = await service.call('GET', `${base}/${mia.userId}`, { key: mia.key })
    expect(text).not.toMatch(/password|hash|argon/)
  })
})

describe('PATCH and DELETE /workspaces/members/{user_id}', () => {
  test('200 changes the role and publishes one event', async () => {
    const mia = await service.tenant()
    const jo = await service.colleague(mia, 'member')
    const answer = await service.call('PATCH', `${base}/${jo.userId}`, {
      key: mia.key,
      body: { role: 'admin' },
    })
    expect(answer.body.role).toBe('admin')
    const events = await service.deps.db.system<{ data: object }>`
      select data from events where workspace_id = ${mia.workspaceId} and type = 'member.updated'`
    expect(events.map(({ data }) => data)).toEqual([
      { before: { role: 'member' }, after: { role: 'admin' } },
    ])
  })

  test('403 for an admin who adds or removes an owner', async () => {
    const mia = await service.tenant()
    const admin = await service.colleague(mia, 'admin')
    const patch = (userId: number, role: string) =>
      service.call('PATCH', `${base}/${userId}`, { key: admin.key, body: { role } })
    expect((await patch(admin.userId, 'owner')).status).toBe(403)
    expect((await patch(mia.userId, 'member')).status).toBe(403)
    await expectStatus(403, service.call('DELETE', `${base}/${mia.userId}`, { key: admin.key }))
  })

  test('409 for the last owner, also when two owners leave at once', async () => {
    const mia = await service.tenant()
    const alone = await service.call('DELETE', `${base}/${mia.userId}`, { key: mia.key })
    expect([alone.status, alone.body.code]).toEqual([409, 'last_owner'])
    const jo = await service.colleague(mia, 'owner')
    const both = await Promise.all([
      service.call('PATCH', `${base}/${mia.userId}`, { key: mia.key, body: { role: 'member' } }),
      service.call('PATCH', `${base}/${jo.userId}`, { key: jo.key, body: { role: 'member' } }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
