import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listPermissions, type Permission, permissions, roles } from '../../src/http/permissions.ts'
import { expectStatus, useService } from '../harness.ts'
import { sample, seed } from '../soak.ts'

/** A key never leads to more than its own permissions: not by a child, not by an invitation. */
const service = useService()
const keys = '/api/v1/api-keys'
const invitations = '/api/v1/workspaces/invitations'
const hourMs = 3_600_000

const create = (key: string, body: object) =>
  service.call('POST', keys, { key, body: { name: 'Child', ...body } })
const works = async (key: string) =>
  (await service.call('GET', '/api/v1/auth/me', { key })).status === 200
const inHours = (hours: number) =>
  new Date(service.deps.clock().getTime() + hours * hourMs).toISOString()

describe('a key created with a key', () => {
  test('expires no later than its creator, whatever it asks for', async () => {
    const mia = await service.tenant()
    const scopes = ['api-keys:write', 'api-keys:read', 'workspaces:read']
    const expires_at = inHours(1)
    const { body: parent } = await create(mia.key, { scopes, expires_at })
    for (const wanted of [{}, { expires_at: null }]) {
      const { status, body } = await create(parent.key, { scopes, ...wanted })
      expect([status, body.expires_at]).toEqual([201, expires_at])
    }
    const late = await create(parent.key, { scopes, expires_at: inHours(2) })
    expect([late.status, late.body.errors[0].path]).toEqual([400, 'expires_at'])
    await expectStatus(201, create(parent.key, { scopes, expires_at: inHours(0.5) }))
    const { body: child } = await create(parent.key, { scopes })
    const { body: grandchild } = await create(child.key, { scopes })
    service.advance(3601)
    for (const { key } of [parent, child, grandchild]) expect(await works(key)).toBe(false)
  })

  test('is revoked with its creator, through all generations, each with an event', async () => {
    const mia = await service.tenant()
    const scopes = ['api-keys:write']
    const line = [(await create(mia.key, { scopes })).body]
    for (let at = 0; at < 4; at++) line.push((await create(line[at].key, { scopes })).body)
    const [, second] = line
    await expectStatus(204, service.call('DELETE', `${keys}/${second.id}`, { key: mia.key }))
    const alive = await Promise.all(line.map(({ key }) => works(key)))
    expect(alive).toEqual([true, false, false, false, false])
    const ids = line.slice(1).map(({ id }) => id)
    const events = await service.deps.db.system`
      select from events where type = 'api_key.revoked' and object->>'id' = any(${ids})`
    expect(events).toHaveLength(4)
  })

  test('does not survive if its creator is revoked at the same moment', async () => {
    const mia = await service.tenant()
    for (let round = 0; round < sample(5, 200); round++) {
      const { body: parent } = await create(mia.key, { scopes: ['api-keys:write'] })
      const [made] = await Promise.all([
        create(parent.key, { scopes: [] }),
        service.call('DELETE', `${keys}/${parent.id}`, { key: mia.key }),
      ])
      if (made.status === 201) expect(await works(made.body.key)).toBe(false)
      else expect(made.status).toBe(401)
    }
  })
})

describe('a role', () => {
  test('is granted only by a credential that has all of its permissions', async () => {
    const mia = await service.tenant()
    const jo = await service.colleague(mia, 'guest')
    const given = ['admin', 'member', 'guest'] as const
    const search = fc.asyncProperty(
      fc.subarray(permissions.filter((one) => one !== 'members:write')),
      fc.constantFrom(...given),
      async (some, role) => {
        const scopes: Permission[] = ['members:write', ...some]
        const key = await service.keyWith(mia, scopes)
        const mayAll = [...listPermissions(role)].every((one) => scopes.includes(one))
        const email = `${crypto.randomUUID()}@example.com`
        const invited = await service.call('POST', invitations, { key, body: { email, role } })
        expect([role, invited.status]).toEqual([role, mayAll ? 201 : 403])
        if (!mayAll) expect(invited.text).not.toContain('ati_')
        const url = `/api/v1/workspaces/members/${jo.userId}`
        const { body: before } = await service.call('GET', url, { key: mia.key })
        const changed = await service.call('PATCH', url, { key, body: { role } })
        const isSame = before.role === role
        expect([role, changed.status]).toEqual([role, mayAll || isSame ? 200 : 403])
      },
    )
    await fc.assert(search, { seed, numRuns: sample(15, 500) })
  })

  test('cannot be granted with members:write alone; people can invite up to their own role', async () => {
    const mia = await service.tenant()
    const key = await service.keyWith(mia, ['members:write'])
    const invite = (credential: { key: string }, role: string) =>
      service.call('POST', invitations, {
        ...credential,
        body: { email: `${crypto.randomUUID()}@example.com`, role },
      })
    for (const role of ['admin', 'member', 'guest']) {
      const { status, body } = await invite({ key }, role)
      expect([role, status, body.code]).toEqual([role, 403, 'permission_denied'])
    }
    const admin = await service.colleague(mia, 'admin')
    expect((await invite({ key: admin.key }, 'admin')).status).toBe(201)
    const path = `/api/v1/workspaces/members/${admin.userId}`
    for (const role of roles) {
      const { status } = await service.call('PATCH', path, { key: admin.key, body: { role } })
      if (role === 'owner') expect(status).toBe(403)
    }
  })
})
