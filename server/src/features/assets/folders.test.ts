import { describe, expect, test } from 'vitest'
import { expectStatus, type Tenant, useService } from '../../../test/harness.ts'

const service = useService()
const base = '/api/v1/assets/folders'

type Headers = Record<string, string>

const send = (method: string, path: string, { key }: Tenant, body?: object, headers?: Headers) =>
  service.call(method, path, { key, body, ...(headers && { headers }) })

const create = (who: Tenant, name: string, parent_id: string | null = null, headers?: Headers) =>
  send('POST', base, who, { name, parent_id }, headers)

async function made(who: Tenant, name: string, parent: string | null = null, headers?: Headers) {
  const { status, body } = await create(who, name, parent, headers)
  expect([name, status]).toEqual([name, 201])
  return body.id as string
}

const move = (who: Tenant, asset_ids: string[], folder_id: string | null) =>
  send('POST', '/api/v1/assets/move', who, { asset_ids, folder_id })

async function asset(who: Tenant, more: object = {}, headers?: Headers) {
  const body = { filename: 'a.png', filetype: 'image/png', ...more }
  return (await send('POST', '/api/v1/assets/sign', who, body, headers)).body.asset as string
}

async function listed(who: Tenant, query: string, headers?: Headers) {
  const { body } = await send('GET', `/api/v1/assets?${query}`, who, undefined, headers)
  return (body.results as { id: string }[]).map(({ id }) => id).sort()
}

async function listEvents({ workspaceId }: Tenant) {
  const rows = await service.deps.db.system<{ type: string; data: object }>`
    select type, data from events where workspace_id = ${workspaceId} order by id`
  return rows.filter(({ type }) => type.startsWith('asset'))
}

const missing = '00000000-0000-4000-8000-000000000000'

test('a file is renamed, with an event; an empty name and a name too long are refused', async () => {
  const mia = await service.tenant()
  const reader = { ...mia, key: await service.keyWith(mia, ['assets:read']) }
  const id = await asset(mia)
  const rename = (name: string, who = mia) => send('PATCH', `/api/v1/assets/${id}`, who, { name })
  expect((await rename(' poster.png ')).body).toMatchObject({ id, name: 'poster.png' })
  expect((await rename('poster.png')).status).toBe(200)
  expect((await rename(' ')).status).toBe(400)
  expect((await rename('x'.repeat(256))).status).toBe(400)
  expect((await rename('mine.png', reader)).status).toBe(403)
  expect((await rename('mine.png', await service.tenant())).status).toBe(404)
  const changes = (await listEvents(mia)).filter(({ type }) => type === 'asset.updated')
  expect(changes).toEqual([
    {
      type: 'asset.updated',
      data: {
        before: { name: 'a.png', folder_id: null },
        after: { name: 'poster.png', folder_id: null },
      },
    },
  ])
})

test('folders are created, listed by name, renamed, moved and deleted, with events', async () => {
  const mia = await service.tenant()
  const launch = await made(mia, '  Launch ')
  const drafts = await made(mia, 'drafts', launch)
  const { body: list } = await send('GET', base, mia)
  const names = list.results.map((one: { name: string; parent_id: string }) => [
    one.name,
    one.parent_id,
  ])
  expect([list.count, names]).toEqual([
    2,
    [
      ['drafts', launch],
      ['Launch', null],
    ],
  ])
  const renamed = await send('PATCH', `${base}/${drafts}`, mia, { name: 'Ideas', parent_id: null })
  expect([renamed.status, renamed.body]).toMatchObject([200, { name: 'Ideas', parent_id: null }])
  const stale = { 'if-match': '"old"' }
  await expectStatus(412, send('DELETE', `${base}/${drafts}`, mia, undefined, stale))
  expect((await send('DELETE', `${base}/${drafts}`, mia)).status).toBe(204)
  expect((await send('GET', `${base}/${drafts}`, mia)).body.code).toBe('folder_not_found')
  expect((await listEvents(mia)).map(({ type }) => type)).toEqual([
    'asset_folder.created',
    'asset_folder.created',
    'asset_folder.updated',
    'asset_folder.deleted',
  ])
})

describe('assets', () => {
  test('are added to a folder, listed by folder and moved several at once', async () => {
    const mia = await service.tenant()
    const folder = await made(mia, 'Launch')
    const inside = await asset(mia, { folder_id: folder })
    const [one, two] = [await asset(mia), await asset(mia)]
    expect(await listed(mia, `folder_id=${folder}`)).toEqual([inside])
    expect(await listed(mia, 'folder_id=root')).toEqual([one, two].sort())
    expect(await listed(mia, '')).toHaveLength(3)
    expect((await move(mia, [one, two, inside], folder)).body).toEqual({ changed: 2 })
    expect(await listed(mia, 'folder_id=root')).toEqual([])
    expect((await move(mia, [two], null)).body).toEqual({ changed: 1 })
    const { body } = await send('GET', `/api/v1/assets/${one}`, mia)
    expect(body.folder_id).toBe(folder)
    const events = (await listEvents(mia)).filter(({ type }) => type === 'asset.updated')
    expect(events.map(({ data }) => data)).toContainEqual({
      before: { name: 'a.png', folder_id: folder },
      after: { name: 'a.png', folder_id: null },
    })
    expect(events).toHaveLength(3)
  })

  test('are uploaded into a folder with a form; a malformed or unknown one is rejected', async () => {
    const mia = await service.tenant()
    const folder = await made(mia, 'Launch')
    const upload = async (folder_id: string) => {
      const form = new FormData()
      form.set('file', new Blob(['x'], { type: 'image/png' }), 'a.png')
      form.set('folder_id', folder_id)
      return service.call('POST', '/api/v1/assets/upload', { key: mia.key, body: form })
    }
    expect((await upload(folder)).body.folder_id).toBe(folder)
    expect((await upload('')).body.folder_id).toBeNull()
    const { status, body } = await upload('top')
    expect([status, body.errors[0].path]).toEqual([400, 'folder_id'])
    expect((await upload(missing)).body.code).toBe('folder_not_found')
  })

  test('of another workspace or in an unknown folder are a 404, and nothing is moved', async () => {
    const [mia, stranger] = [await service.tenant(), await service.tenant()]
    const [mine, theirs] = [await asset(mia), await asset(stranger)]
    const folder = await made(mia, 'Mine')
    const foreign = await made(stranger, 'Theirs')
    expect((await move(mia, [mine, theirs], folder)).body.code).toBe('asset_not_found')
    expect(await listed(mia, 'folder_id=root')).toEqual([mine])
    for (const other of [foreign, missing]) {
      const refused = [
        await move(mia, [mine], other),
        await create(mia, 'A', other),
        await send('PATCH', `${base}/${folder}`, mia, { parent_id: other }),
        await send('GET', `/api/v1/assets?folder_id=${other}`, mia),
        await send('POST', '/api/v1/assets/from-url', mia, {
          url: 'https://example.com/a.png',
          folder_id: other,
        }),
      ]
      expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
        refused.map(() => [404, 'folder_not_found']),
      )
    }
  })

  test('of a deleted folder move to its parent, as its folders do', async () => {
    const mia = await service.tenant()
    const top = await made(mia, 'Top')
    const middle = await made(mia, 'Middle', top)
    const low = await made(mia, 'Low', middle)
    const file = await asset(mia, { folder_id: middle })
    const clash = await made(mia, 'LOW', top)
    const remove = (id: string) => send('DELETE', `${base}/${id}`, mia)
    expect((await remove(middle)).body.code).toBe('folder_name_taken')
    expect((await remove(clash)).status).toBe(204)
    expect((await remove(middle)).status).toBe(204)
    expect(await listed(mia, `folder_id=${top}`)).toEqual([file])
    expect((await send('GET', `${base}/${low}`, mia)).body.parent_id).toBe(top)
    expect((await remove(top)).status).toBe(204)
    expect(await listed(mia, 'folder_id=root')).toEqual([file])
  })
})

describe('409', () => {
  test('a sibling has the name in another case; also for two requests at once', async () => {
    const mia = await service.tenant()
    const folder = await made(mia, 'Éclair')
    expect((await create(mia, 'éCLAIR')).body.code).toBe('folder_name_taken')
    expect((await create(mia, 'éclair', folder)).status).toBe(201)
    const both = await Promise.all([create(mia, 'Twice'), create(mia, 'twice')])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const rename = await send('PATCH', `${base}/${folder}`, mia, { name: 'ÉCLAIR' })
    expect([rename.status, rename.body.name]).toEqual([200, 'ÉCLAIR'])
  })

  test('a cycle, too many levels, too many folders', async () => {
    const mia = await service.tenant()
    const chain: string[] = []
    for (let level = 1; level <= 8; level++) {
      chain.push(await made(mia, `Level ${level}`, chain.at(-1) ?? null))
    }
    const nest = async (id: string | undefined, parent: string | undefined) =>
      (await send('PATCH', `${base}/${id}`, mia, { parent_id: parent })).body.code
    expect((await create(mia, 'Level 9', chain[7])).body.code).toBe('folders_too_deep')
    expect(await nest(chain[0], chain[0])).toBe('folder_cycle')
    expect(await nest(chain[0], chain[5])).toBe('folder_cycle')
    const loose = await made(mia, 'Loose')
    expect(await nest(chain[0], loose)).toBe('folders_too_deep')
    expect(await nest(chain[1], loose)).toBeUndefined()
    await service.deps.db.system`
      insert into asset_folders (id, workspace_id, name, created_at, updated_at)
      select gen_random_uuid(), ${mia.workspaceId}, 'Filler ' || n, now(), now()
      from generate_series(1, 491) n`
    expect((await create(mia, 'One more')).body.code).toBe('too_many_folders')
  })
})

test('400 for an empty name, a long one, a malformed id and too many assets', async () => {
  const mia = await service.tenant()
  const refused = [
    await create(mia, ' '),
    await create(mia, 'x'.repeat(101)),
    await create(mia, 'A', 'top'),
    await send('GET', '/api/v1/assets?folder_id=top', mia),
    await move(mia, [], null),
    await move(mia, new Array(101).fill(missing), null),
  ]
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400))
})

test('401 and 403 for reading and writing', async () => {
  const mia = await service.tenant()
  expect((await service.call('GET', base)).status).toBe(401)
  const reader = { ...mia, key: await service.keyWith(mia, ['assets:read']) }
  expect((await send('GET', base, reader)).status).toBe(200)
  expect((await create(reader, 'A')).status).toBe(403)
  expect((await move(reader, [missing], null)).status).toBe(403)
  const other = { ...mia, key: await service.keyWith(mia, ['boards:read']) }
  expect((await send('GET', base, other)).status).toBe(403)
})

describe('of a teamspace', () => {
  test('folders and files inside belong to it; files of the workspace stay outside', async () => {
    const mia = await service.tenant()
    const jo = await service.colleague(mia, 'member')
    const { body } = await send('POST', '/api/v1/workspaces/teamspaces', mia, { name: 'Launch' })
    const space = { space: String(body.id) }
    const secret = await made(mia, 'Secret', null, space)
    const below = await made(mia, 'Below', secret)
    const file = await asset(mia, { folder_id: below })
    expect(await listed(mia, '', space)).toEqual([file])
    expect(await listed(jo, '')).toEqual([])
    expect((await send('GET', `${base}/${below}`, jo)).status).toBe(404)
    // Jo doesn't see the folder, so its name is free.
    const open = await made(jo, 'secret')
    const everyones = await asset(jo)
    expect((await move(mia, [everyones], secret)).body.code).toBe('folder_of_teamspace')
    const nest = await send('PATCH', `${base}/${open}`, mia, { parent_id: secret })
    expect(nest.body.code).toBe('folder_of_teamspace')
    expect((await move(mia, [file], open)).status).toBe(200)
    expect(await listed(jo, `folder_id=${open}`)).toEqual([])
    await send('DELETE', `/api/v1/workspaces/teamspaces/${body.id}`, mia)
    expect(await listed(jo, `folder_id=${open}`)).toEqual([file])
    expect((await send('GET', `${base}/${secret}`, jo)).status).toBe(200)
  })
})
