import { describe, expect, test } from 'vitest'
import { expectStatus, useService } from '../../../test/harness.ts'

const service = useService()
const base = '/api/v1/workspaces/teamspaces'

async function make(key: string, body: object) {
  return service.call('POST', base, { key, body })
}

async function listEvents(workspaceId: number): Promise<string[]> {
  const rows = await service.deps.db.system<{ type: string }>`
    select type from events where workspace_id = ${workspaceId} order by id`
  return rows.map(({ type }) => type).filter((type) => type.startsWith('teamspace'))
}

describe('POST /workspaces/teamspaces', () => {
  test('201 makes its creator the first member and publishes one event', async () => {
    const mia = await service.tenant()
    const body = await expectStatus(201, make(mia.key, { name: '  Équipe Lancement! ' }))
    expect(body).toMatchObject({
      name: 'Équipe Lancement!',
      slug: 'equipe-lancement',
      is_active: true,
      members_count: 1,
    })
    expect(await listEvents(mia.workspaceId)).toEqual(['teamspace.created'])
  })

  test('201 numbers a derived slug that is taken; an explicit one is a 409', async () => {
    const mia = await service.tenant()
    const slugs = []
    for (const name of ['Launch', 'Launch', 'LAUNCH!', '日本']) {
      slugs.push((await make(mia.key, { name })).body.slug)
    }
    expect(slugs).toEqual(['launch', 'launch-2', 'launch-3', 'space'])
    const taken = await make(mia.key, { name: 'x', slug: 'launch' })
    expect([taken.status, taken.body.code]).toEqual([409, 'slug_taken'])
    const other = await service.tenant()
    expect((await make(other.key, { name: 'x', slug: 'launch' })).status).toBe(201)
  })

  test('409 for all but one of many concurrent requests for the same slug', async () => {
    const mia = await service.tenant()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => make(mia.key, { name: 'x', slug: 'same' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  })

  test('400 for invalid slugs', async () => {
    const mia = await service.tenant()
    for (const slug of ['', 'A', 'a b', '-a', 'a-', 'a--b', 'ä', 'a/b', 'x'.repeat(51)]) {
      expect([slug, (await make(mia.key, { name: 'x', slug })).status]).toEqual([slug, 400])
    }
  })
})

describe('PATCH and DELETE /workspaces/teamspaces/{id}', () => {
  test('200 changes the given fields; no event when nothing changed', async () => {
    const mia = await service.tenant()
    const { body: space } = await make(mia.key, { name: 'A' })
    const patch = (body: object) =>
      service.call('PATCH', `${base}/${space.id}`, { key: mia.key, body })
    expect((await patch({ name: 'B' })).body).toMatchObject({ name: 'B', slug: 'a' })
    expect((await patch({ name: 'B' })).status).toBe(200)
    expect((await patch({})).status).toBe(200)
    expect(await listEvents(mia.workspaceId)).toEqual(['teamspace.created', 'teamspace.updated'])
    await make(mia.key, { name: 'C' })
    expect((await patch({ slug: 'c' })).status).toBe(409)
  })

  test('204, then 404', async () => {
    const mia = await service.tenant()
    const { body: space } = await make(mia.key, { name: 'A' })
    const path = `${base}/${space.id}`
    const answer = await service.call('DELETE', path, {
      key: mia.key,
      headers: { 'if-match': '"x"' },
    })
    expect(answer.status).toBe(412)
    expect((await service.call('DELETE', path, { key: mia.key })).status).toBe(204)
    expect((await service.call('DELETE', path, { key: mia.key })).status).toBe(404)
  })
})

describe('members of a teamspace', () => {
  test('are added once, listed, removed, and removed with the workspace membership', async () => {
    const mia = await service.tenant()
    const jo = await service.colleague(mia, 'member')
    const { body: space } = await make(mia.key, { name: 'A' })
    const path = `${base}/${space.id}/members`
    const add = () => service.call('POST', path, { key: mia.key, body: { user_id: jo.userId } })
    expect((await add()).status).toBe(201)
    expect((await add()).status).toBe(201)
    const list = await service.call('GET', path, { key: mia.key })
    expect(list.body.count).toBe(2)
    expect(list.body.results[1]).toMatchObject({ user_id: jo.userId, email: jo.email })
    const remove = () => service.call('DELETE', `${path}/${jo.userId}`, { key: mia.key })
    expect((await remove()).status).toBe(204)
    expect((await remove()).body.code).toBe('teamspace_member_not_found')
    expect(await listEvents(mia.workspaceId)).toEqual([
      'teamspace.created',
      'teamspace.member_added',
      'teamspace.member_removed',
    ])
    await add()
    await service.call('DELETE', `/api/v1/workspaces/members/${jo.userId}`, { key: mia.key })
    expect((await service.call('GET', path, { key: mia.key })).body.count).toBe(1)
  })

  test('400 for someone who is not in the workspace', async () => {
    const mia = await service.tenant()
    const stranger = await service.tenant()
    const { body: space } = await make(mia.key, { name: 'A' })
    const answer = await service.call('POST', `${base}/${space.id}/members`, {
      key: mia.key,
      body: { user_id: stranger.userId },
    })
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'user_id'])
  })
})

describe('visibility', () => {
  test('GET /service/workspaces lists your active spaces', async () => {
    const mia = await service.tenant()
    const jo = await service.colleague(mia, 'member')
    const { body: a } = await make(mia.key, { name: 'A' })
    const { body: off } = await make(mia.key, { name: 'Off' })
    await service.call('PATCH', `${base}/${off.id}`, { key: mia.key, body: { is_active: false } })
    const ask = (key: string) => service.call('GET', '/api/v1/service/workspaces', { key })
    expect((await ask(mia.key)).body).toEqual({
      default_workspace: { id: mia.workspaceId, name: `Workspace ${mia.slug}` },
      teamspaces: [{ id: a.id, name: 'A', slug: 'a' }],
    })
    expect((await ask(jo.key)).body.teamspaces).toEqual([])
  })

  test('guests see only their spaces, everywhere', async () => {
    const mia = await service.tenant()
    const guest = await service.colleague(mia, 'guest')
    const { body: theirs } = await make(mia.key, { name: 'Theirs' })
    const { body: hidden } = await make(mia.key, { name: 'Hidden' })
    await service.call('POST', `${base}/${theirs.id}/members`, {
      key: mia.key,
      body: { user_id: guest.userId },
    })
    const texts = await Promise.all(
      [base, '/api/v1/workspaces/current', '/api/v1/service/workspaces'].map(
        async (path) => (await service.call('GET', path, { key: guest.key })).text,
      ),
    )
    for (const text of texts) {
      expect(text).toContain('Theirs')
      expect(text).not.toContain('Hidden')
    }
    for (const path of [`${base}/${hidden.id}`, `${base}/${hidden.id}/members`]) {
      expect((await service.call('GET', path, { key: guest.key })).status).toBe(404)
    }
  })
})
