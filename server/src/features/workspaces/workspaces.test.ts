import { beforeAll, describe, expect, test } from 'vitest'
import { stallEngines } from '../../../test/disable-engines.ts'
import { expectStatus, useService } from '../../../test/harness.ts'

const service = useService()
const path = '/api/v1/workspaces/current'

// The workflows of the demo run models. They must not end before the demo is removed.
beforeAll(() => stallEngines(service.deps.engines))

describe('GET /workspaces/current', () => {
  test('200 has user, workspace and teamspaces, and nothing else', async () => {
    const mia = await service.tenant()
    const { body: space } = await service.call('POST', '/api/v1/workspaces/teamspaces', {
      key: mia.key,
      body: { name: 'Launch' },
    })
    const answer = await expectStatus(200, service.call('GET', path, { key: mia.key }))
    expect(answer).toEqual({
      user: { id: mia.userId, first_name: 'Test', last_name: 'Person', email: mia.email },
      workspace: {
        id: mia.workspaceId,
        name: `Workspace ${mia.slug}`,
        slug: mia.slug,
        is_active: true,
        settings: { timezone: 'UTC', language: 'en', start_of_week: 'mon' },
      },
      teamspaces: [{ id: space.id, name: 'Launch', slug: 'launch', is_active: true }],
    })
  })
})

describe('PATCH /workspaces/current', () => {
  test('200 changes the given fields, inside settings too, and publishes one event', async () => {
    const mia = await service.tenant()
    const patch = (body: object) => service.call('PATCH', path, { key: mia.key, body })
    const answer = await patch({ name: ' Northwind ', settings: { timezone: 'Europe/Berlin' } })
    expect(answer.body.workspace).toMatchObject({
      name: 'Northwind',
      slug: mia.slug,
      settings: { timezone: 'Europe/Berlin', language: 'en', start_of_week: 'mon' },
    })
    expect((await patch({ name: 'Northwind' })).status).toBe(200)
    expect((await patch({})).status).toBe(200)
    const events = await service.deps.db.system`
      select from events where workspace_id = ${mia.workspaceId} and type = 'workspace.updated'`
    expect(events).toHaveLength(1)
  })

  test('400 for unknown zones, languages, weeks and invalid slugs', async () => {
    const mia = await service.tenant()
    const bodies = [
      { settings: { timezone: 'Mars/Olympus' } },
      { settings: { timezone: '+02:00' } },
      { settings: { timezone: '' } },
      { settings: { language: 'not a language' } },
      { settings: { start_of_week: 'monday' } },
      { slug: '123' },
      { slug: 'UPPER' },
      { name: '' },
      { is_active: 'no' },
    ]
    for (const body of bodies) {
      const answer = await service.call('PATCH', path, { key: mia.key, body })
      expect([body, answer.status]).toEqual([body, 400])
    }
  })

  test('409 for the slug of another workspace', async () => {
    const mia = await service.tenant()
    const other = await service.tenant()
    const answer = await service.call('PATCH', path, { key: mia.key, body: { slug: other.slug } })
    expect([answer.status, answer.body.code]).toEqual([409, 'slug_taken'])
  })
})

describe('POST /workspaces', () => {
  test('201 with a slug from the name, another one when it is taken', async () => {
    const mia = await service.tenant()
    const make = async (name: string) =>
      (await service.call('POST', '/api/v1/workspaces', { key: mia.key, body: { name } })).body.slug
    expect(await make('Acme & Söhne')).toBe('acme-sohne')
    expect(await make('Acme & Söhne')).toMatch(/^acme-sohne-[0-9a-f]{6}$/)
    expect(await make('2026')).toBe('workspace-2026')
    expect(await make('株式会社')).toBe('workspace-new')
  })

  test('403 for members, 409 for a taken slug', async () => {
    const mia = await service.tenant()
    const jo = await service.colleague(mia, 'member')
    const make = (key: string, slug: string) =>
      service.call('POST', '/api/v1/workspaces', { key, body: { name: 'x', slug } })
    expect((await make(jo.key, 'jo')).status).toBe(403)
    expect((await make(mia.key, mia.slug)).status).toBe(409)
  })
})

describe('demo data', () => {
  const demo = `${path}/demo`

  test('is removed without what people added to it, and can be loaded again', async () => {
    const { key, workspaceId } = await service.tenant()
    const call = async (method: string, url: string, body?: object) => {
      const answer = await service.call(method, url, { key, body })
      expect([url, answer.status < 300, answer.text]).toEqual([url, true, answer.text])
      return answer.body
    }
    const count = async (url: string) => (await call('GET', url)).count
    await call('POST', demo)
    expect((await call('GET', demo)).records).toBeGreaterThan(30)
    await call('POST', '/api/v1/pm/tasks', { board: 'launch', title: 'Mine' })
    await call('POST', '/api/v1/pm/boards', { title: 'Also mine' })
    const [space] = (await call('GET', '/api/v1/workspaces/teamspaces')).results
    const headers = { space: String(space.id) }
    const body = { title: 'Secret' }
    await service.call('POST', '/api/v1/projects/campaign', { key, headers, body })

    expect(await call('DELETE', demo)).toMatchObject({ kept: 2 })
    expect(await call('GET', demo)).toEqual({ records: 0 })
    const { results } = await call('GET', '/api/v1/pm/tasks')
    expect(results.map(({ title }: { title: string }) => title)).toEqual(['Mine'])
    expect(await count('/api/v1/pm/boards')).toBe(2)
    expect(await count('/api/v1/workspaces/teamspaces')).toBe(1)
    expect(await count('/api/v1/workspaces/members')).toBe(1)
    expect(await count('/api/v1/service/workflows')).toBe(0)
    expect(await count('/api/v1/service/workflows/runs?status=RUNNING')).toBe(0)
    const drafts = await service.deps.db.system`
      select 1 from social_posts where workspace_id = ${workspaceId}`
    expect(drafts).toHaveLength(0)
    expect(await count('/api/v1/notifications?archived=false')).toBe(0)
    expect(await call('DELETE', demo)).toEqual({ removed: 0, kept: 0 })
    await call('POST', demo)
    expect(await count('/api/v1/workspaces/members')).toBe(5)
  })

  test('401 without a key, 403 for members', async () => {
    const mia = await service.tenant()
    const { key } = await service.colleague(mia, 'member')
    expect((await service.call('DELETE', demo)).status).toBe(401)
    expect((await service.call('DELETE', demo, { key })).status).toBe(403)
  })
})
