import { describe, expect, test } from 'vitest'
import { expectStatus } from '../../../test/harness.ts'
import { useProjects } from './test-projects.ts'

const json = 'application/json'
const { service, createProject, listEvents } = useProjects()

describe('items', () => {
  async function withItems(...titles: string[]) {
    const made = await createProject()
    const ids: string[] = []
    for (const title of titles) ids.push((await made.post('/items', { title })).body.id)
    return { ...made, ids }
  }

  test('are created, read, changed, listed in order and deleted', async () => {
    const { mia, path, post, get } = await withItems()
    const whole = {
      ...{ title: 'Post', description: 'd', primary_type: 'post', status: 'planned', priority: 2 },
      ...{ start_date: '2026-02-28', due_date: '2028-02-29', order: 5 },
    }
    const made = await service.call('POST', `${path}/items`, {
      key: mia.key,
      body: `${JSON.stringify(whole).slice(0, -1)},"data":{"2":1.10,"1":-0}}`,
      headers: { 'content-type': json },
    })
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({ ...whole, creator: mia.userId, modifier: mia.userId }),
    ])
    expect(made.text).toContain('"data":{"2":1.10,"1":-0}')
    const item = `/items/${made.body.id}`
    const read = await get(item)
    expect([read.text, read.headers.etag]).toEqual([made.text, made.headers.etag])
    const change = (body: object, headers: Record<string, string> = {}) =>
      service.call('PATCH', path + item, { key: mia.key, body, headers })
    expect((await change({})).text).toBe(made.text)
    const changed = await change({ status: 'done', due_date: null, data: { a: 1 } })
    expect(changed.body).toMatchObject({ status: 'done', due_date: null, data: { a: 1 }, order: 5 })
    const stale = { 'if-match': made.headers.etag as string }
    expect((await change({ status: 'x' }, stale)).status).toBe(412)
    const last = await post('/items', { title: 'Last' })
    expect(last.body).toMatchObject({ order: 6, status: '', priority: null, data: {} })
    const list = await get('/items')
    expect([list.body.count, list.body.results]).toEqual([2, [changed.body, last.body]])
    expect((await get('/items?status=done&search=POS&primary_type=post')).body.count).toBe(1)
    expect((await get('/items?status=planned')).body.count).toBe(0)
    await expectStatus(412, service.call('DELETE', path + item, { key: mia.key, headers: stale }))
    expect((await service.call('DELETE', path + item, { key: mia.key })).status).toBe(204)
    expect((await get(item)).body.code).toBe('project_item_not_found')
    const events = await listEvents(mia)
    expect(events.map(({ type }) => type)).toEqual([
      ...['project.created', 'project_item.created', 'project_item.updated'],
      ...['project_item.created', 'project_item.deleted'],
    ])
    expect(events[2]?.data).toMatchObject({ changed: ['status', 'due_date', 'data'] })
  })

  test('are reordered, whole or in part', async () => {
    const { post, get, mia, ids } = await withItems('a', 'b', 'c', 'd')
    const [a, b, c, d] = ids as [string, string, string, string]
    const order = async () => (await get('/items')).body.results.map(({ id }: { id: string }) => id)
    expect((await post('/items/reorder', { ids: [d, c.toUpperCase(), b, a] })).body.ids).toEqual([
      d,
      c,
      b,
      a,
    ])
    expect(await order()).toEqual([d, c, b, a])
    expect((await post('/items/reorder', { ids: [b] })).body.ids).toEqual([b, d, c, a])
    expect(await order()).toEqual([b, d, c, a])
    expect((await post('/items/reorder', { ids: [] })).body.ids).toEqual([b, d, c, a])
    const other = await withItems('x')
    for (const wrong of [[other.ids[0]], [a, a], [a, a.toUpperCase()], ['x'], [1], null]) {
      expect([wrong, (await post('/items/reorder', { ids: wrong })).status]).toEqual([wrong, 400])
    }
    const reordered = (await listEvents(mia)).filter(
      ({ type }) => type === 'project_item.reordered',
    )
    expect(reordered.length).toBe(2)
    const turns = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        post('/items/reorder', { ids: at % 2 ? [a, b, c, d] : [d, c, b, a] }),
      ),
    )
    expect(turns.every(({ status }) => status === 200)).toBe(true)
  })

  test('400 for invalid days and other invalid input', async () => {
    const { post, get, path, mia, ids } = await withItems('a')
    const bodies = [
      ...[{ start_date: '2026-02-29' }, { start_date: '2026-02-30' }, { due_date: '2026-13-01' }],
      ...[{ due_date: '0000-01-01' }, { due_date: '2026-11-15T00:00:00Z' }, { due_date: 'today' }],
      ...[{ start_date: 20261115 }, { start_date: '2026-11-16', due_date: '2026-11-15' }],
      ...[{ title: '' }, { priority: 'high' }, { priority: 1.5 }, { priority: -1 }],
      ...[{ order: -1 }, { order: 2_000_000_000 }, { status: 1 }],
      ...[{ data: [] }, { data: { a: 'x'.repeat(65_536) } }],
    ]
    for (const body of bodies) {
      const made = await post('/items', { title: 'x', ...body })
      const item = `${path}/items/${ids[0]}`
      const changed = await service.call('PATCH', item, { key: mia.key, body })
      expect([body, made.status, changed.status]).toEqual([body, 400, 400])
    }
    expect((await get('/items')).body.count).toBe(1)
    const item = `${path}/items/${ids[0]}`
    await service.call('PATCH', item, { key: mia.key, body: { start_date: '2026-11-16' } })
    const early = await service.call('PATCH', item, {
      key: mia.key,
      body: { due_date: '2026-11-15' },
    })
    expect([early.status, early.body.errors[0].path]).toEqual([400, 'due_date'])
  })

  test('the same 404 for an item of another project, a missing one and a malformed id', async () => {
    const { get, ids, mia } = await withItems('a')
    const elsewhere = await createProject({}, mia)
    const other = (await elsewhere.post('/items', { title: 'b' })).body.id
    const answers = await Promise.all(
      [other, '00000000-0000-4000-8000-000000000000', 'abc', '1'].map((id) => get(`/items/${id}`)),
    )
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array(4).fill([404, 'project_item_not_found']),
    )
    expect((await get(`/items/${ids[0]}`)).status).toBe(200)
  })

  test('an order at its end leaves room for more', async () => {
    const { post } = await withItems()
    await post('/items', { title: 'a', order: 1_000_000_000 })
    expect((await post('/items', { title: 'b' })).body.order).toBe(1_000_000_000)
  })
})
