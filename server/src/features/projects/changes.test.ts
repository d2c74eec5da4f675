import { describe, expect, test } from 'vitest'
import { type Tenant, useService } from '../../../test/harness.ts'

const service = useService()
const base = '/api/v1/projects/campaign'
const json = 'application/json'
const mergePatch = 'application/merge-patch+json'
const jsonPatch = 'application/json-patch+json'

interface Made {
  mia: Tenant
  path: string
  patch(body: unknown, options?: { type?: string; from?: number; query?: string }): Promise<Answer>
  get(under?: string): Promise<Answer>
  post(under: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

type Answer = Awaited<ReturnType<typeof service.call>>

async function project(data: unknown = {}, of?: Tenant): Promise<Made> {
  const mia = of ?? (await service.tenant())
  const { key } = mia
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  const made = await service.call('POST', base, {
    key,
    body: `{"title":"A","data":${text}}`,
    headers: { 'content-type': json },
  })
  expect(made.status).toBe(201)
  const path = `${base}/${made.body.id}`
  return {
    mia,
    path,
    patch: (body, { type = json, from, query = '' } = {}) =>
      service.call('PATCH', `${path}${query}`, {
        key,
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': type, ...(from && { 'if-match': `"rev-${from}"` }) },
      }),
    get: (under = '') => service.call('GET', `${path}${under}`, { key }),
    post: (under, body, headers = {}) =>
      service.call('POST', `${path}${under}`, {
        key,
        ...(body !== undefined && { body }),
        headers,
      }),
  }
}

async function eventsOf({ workspaceId }: Tenant) {
  const rows = await service.deps.db.system<{ type: string; data: Record<string, unknown> }>`
    select type, data from events where workspace_id = ${workspaceId} and type like 'project%'
    order by id`
  return rows
}

describe('PATCH with JSON', () => {
  test('changes the given fields; data replaces the whole object; each change is a revision', async () => {
    const { patch, get, mia } = await project({ a: 1, b: { c: 1 } })
    service.advance(1)
    const titled = await patch({ title: 'B', description: 'x', primary_type: 'y' })
    expect(titled.body).toMatchObject({
      ...{ title: 'B', description: 'x', primary_type: 'y', data: { a: 1, b: { c: 1 } } },
      ...{ revision: 2, modifier: mia.userId },
    })
    expect(titled.headers.etag).toBe('"rev-2"')
    expect(titled.body.updated_at > titled.body.created_at).toBe(true)
    const replaced = await patch({ data: { b: 2 } })
    expect([replaced.body.data, replaced.body.title, replaced.body.revision]).toEqual([
      { b: 2 },
      'B',
      3,
    ])
    expect((await get()).text).toBe(replaced.text)
  })

  test('200 without a new revision when nothing changes', async () => {
    const { patch, get, mia } = await project('{"a": 1.10, "b":[1]}')
    const before = await get()
    for (const body of [
      '{}',
      '{"title":"A"}',
      '{"data":{"a":1.10,"b":[ 1 ]}}',
      '{"primary_type":""}',
    ]) {
      const answer = await patch(body)
      expect([body, answer.status, answer.text]).toEqual([body, 200, before.text])
    }
    for (const type of [mergePatch, jsonPatch]) {
      const answer = await patch(type === mergePatch ? '{}' : '[]', { type })
      expect([answer.status, answer.text]).toEqual([200, before.text])
    }
    expect((await eventsOf(mia)).length).toBe(1)
    // Different digits are a change, and so is a different key order.
    expect((await patch('{"data":{"a":1.1,"b":[1]}}')).body.revision).toBe(2)
    const turned = await patch('{"data":{"b":[1],"a":1.1}}')
    expect(turned.text).toContain('"data":{"b":[1],"a":1.1},"revision":3')
  })

  test('If-Match of the newest revision, * or several: stored as sent', async () => {
    const { mia, path } = await project({ a: 1 })
    const tags = ['"rev-1"', 'W/"rev-2"', '*', '"4"', '"x", "rev-5"', '"rev-1","rev-6"', 'rev-7']
    for (const [at, tag] of tags.entries()) {
      const answer = await service.call('PATCH', path, {
        key: mia.key,
        body: { data: { a: at + 2 } },
        headers: { 'if-match': tag },
      })
      expect([tag, answer.status, answer.body.revision]).toEqual([tag, 200, at + 2])
    }
    const { body } = await service.call('GET', `${path}/revisions`, { key: mia.key })
    expect(body.results.every(({ action }: { action: string }) => action !== 'merged')).toBe(true)
  })

  test('412 for a revision that never existed, with the current ETag', async () => {
    const { patch, path, mia } = await project()
    for (const tag of ['"rev-9"', '"abc"', '""', '"rev-0"', '"rev-99999999999"']) {
      const answer = await service.call('PATCH', path, {
        key: mia.key,
        body: { title: 'B' },
        headers: { 'if-match': tag },
      })
      expect([tag, answer.status, answer.headers.etag]).toEqual([tag, 412, '"rev-1"'])
    }
    expect((await patch({ title: 'B', base_revision: 2 })).status).toBe(412)
    expect((await patch({ title: 'B' }, { query: '?base_revision=7' })).status).toBe(412)
    expect((await patch({ title: 'B' }, { query: '?base_revision=x' })).status).toBe(400)
  })
})

describe('merging', () => {
  test('changes of different keys and fields are merged, by If-Match or base_revision', async () => {
    const { patch, get } = await project({ plan: { a: 1, b: 1 }, list: [1], big: 0 })
    await patch({ title: 'Theirs', data: { plan: { a: 2, b: 1 }, list: [1], big: 0 } })
    const merged = await patch(
      '{"description":"Mine","data":{"plan":{"a":1,"b":2},"list":[1],"big":12345678901234567890}}',
      { from: 1 },
    )
    expect(merged.status).toBe(200)
    expect(merged.body).toMatchObject({ title: 'Theirs', description: 'Mine', revision: 3 })
    expect(merged.text).toContain('{"plan":{"a":2,"b":2},"list":[1],"big":12345678901234567890}')
    const newest = (await get('/revisions?page_size=1')).body.results[0]
    expect(newest).toMatchObject({
      action: 'merged',
      from_revision: 1,
      changed: ['description', 'data'],
    })
    expect(newest.paths).toEqual(['/description', '/data/plan/b', '/data/big'])
    const same = { plan: { a: 1, b: 1 }, list: [1, 2], big: 0 }
    expect((await patch({ base_revision: 1, data: same })).body.data.list).toEqual([1, 2])
    const { list: _, ...without } = same
    const removed = await patch({ data: without }, { query: '?base_revision=1' })
    // Revision 4 changed the list, so removing it now would undo that change.
    expect([removed.status, removed.body.conflicts[0].path]).toEqual([409, '/data/list'])
  })

  test('409 with the paths and the exact values of each side', async () => {
    const { patch, get, mia } = await project('{"n":1.10,"o":{"x":1},"keep":1,"gone":1}')
    await patch('{"title":"Theirs","data":{"n":1.20,"o":{"x":2},"keep":1,"new":true}}')
    const answer = await patch(
      '{"title":"Mine","data":{"n":12345678901234567890,"o":{},"keep":2,"gone":2,"new":false}}',
      { from: 1 },
    )
    expect([answer.status, answer.body.code, answer.headers.etag]).toEqual([
      409,
      'merge_conflict',
      '"rev-2"',
    ])
    expect(answer.body).toMatchObject({ base_revision: 1, current_revision: 2 })
    expect(answer.text).toContain(
      '"conflicts":[{"path":"/title","base":"A","current":"Theirs","yours":"Mine"},' +
        '{"path":"/data/n","base":1.10,"current":1.20,"yours":12345678901234567890},' +
        '{"path":"/data/o/x","base":1,"current":2},' +
        '{"path":"/data/new","current":true,"yours":false},' +
        '{"path":"/data/gone","base":1,"yours":2}]',
    )
    expect(answer.body.errors[0]).toEqual({
      path: '/title',
      message: 'was changed between revision 1 and 2',
    })
    expect((await get()).body).toMatchObject({ title: 'Theirs', revision: 2 })
    expect((await eventsOf(mia)).length).toBe(2)
  })

  test('identical changes do not conflict', async () => {
    const { patch } = await project({ a: 1 })
    await patch({ data: { a: 2 } })
    const again = await patch({ data: { a: 2 } }, { from: 1 })
    expect([again.status, again.body.revision]).toEqual([200, 2])
  })

  test('many conflicts or long paths do not make the response endless', async () => {
    const wide = (value: number) =>
      Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`k${at}`, value]))
    const long = 'x'.repeat(90_000)
    const { patch } = await project({ ...wide(1), [long]: wide(1) })
    await patch({ data: { ...wide(2), [long]: wide(2) } })
    const answer = await patch({ data: { ...wide(3), [long]: wide(3) } }, { from: 1 })
    expect([answer.status, answer.body.conflicts.length]).toEqual([409, 100])
    const deep = await patch({ data: { ...wide(2), [long]: wide(3) } }, { from: 1 })
    expect([deep.status, deep.text.length < 400_000]).toEqual([409, true])
  })
})

describe('patches of data', () => {
  test('merge patch: applied to the current data, or merged with it', async () => {
    const { patch, get } = await project('{"2":1.10,"1":{"a":1,"b":2}}')
    const first = await patch('{"1":{"b":null},"x":1e400}', { type: mergePatch })
    expect(first.text).toContain('"data":{"2":1.10,"1":{"a":1},"x":1e400},"revision":2')
    const stale = await patch({ 2: 3 }, { type: mergePatch, from: 1 })
    expect(stale.text).toContain('"data":{"2":3,"1":{"a":1},"x":1e400},"revision":3')
    expect((await patch({ 2: 4 }, { type: mergePatch, from: 1 })).status).toBe(409)
    expect((await patch({ title: 'data, not title' }, { type: mergePatch })).body).toMatchObject({
      title: 'A',
      data: { title: 'data, not title' },
    })
    const key = await patch({ base_revision: 9 }, { type: mergePatch })
    expect([key.status, key.body.data.base_revision]).toEqual([200, 9])
    expect((await get('/revisions')).body.count).toBe(5)
    for (const body of ['[]', 'null', '1', '', '{"a":1,"a":2}']) {
      expect([body, (await patch(body, { type: mergePatch })).status]).toEqual([body, 400])
    }
  })

  test('JSON patch: all or nothing', async () => {
    const { patch, get } = await project('{"a":[1,2],"n":12345678901234567890}')
    const operations = [
      '{"op":"test","path":"/n","value":12345678901234567890}',
      '{"op":"add","path":"/a/-","value":3.0}',
      '{"op":"move","from":"/n","path":"/m"}',
      '{"op":"copy","from":"/a/0","path":"/first"}',
      '{"op":"replace","path":"/a/0","value":-0}',
      '{"op":"remove","path":"/a/1"}',
    ]
    const done = await patch(`[${operations}]`, { type: `${jsonPatch}; charset=utf-8` })
    expect(done.text).toContain('"data":{"a":[-0,3.0],"m":12345678901234567890,"first":1},')
    const failing = [{ op: 'add', path: '/b', value: 1 }]
    const test = { op: 'test', path: '/first', value: 2 }
    const refused = await patch([...failing, test], { type: jsonPatch })
    expect([refused.status, refused.body.code]).toEqual([409, 'patch_test_failed'])
    const bad = [
      ...[
        { op: 'remove', path: '/none' },
        { op: 'add', path: 'b', value: 1 },
        { op: 'jump', path: '' },
      ],
      ...[
        { op: 'replace', path: '', value: [] },
        { op: 'remove', path: '' },
        { op: 'add', path: '/c' },
      ],
      ...[{ op: 'add', path: '/__proto__', value: 1 }, { path: '/a' }, 7, null],
    ]
    for (const operation of bad) {
      const answer = await patch([...failing, operation], { type: jsonPatch })
      expect([operation, answer.status, answer.body.code]).toEqual([
        operation,
        400,
        'validation_failed',
      ])
    }
    expect((await patch({}, { type: jsonPatch })).status).toBe(400)
    expect((await patch(Array(1001).fill(test), { type: jsonPatch })).status).toBe(400)
    expect((await get()).text).toBe(done.text)
  })

  test('JSON patch of an older revision: tests and paths refer to that revision', async () => {
    const { patch } = await project({ a: 1, b: [1] })
    await patch({ data: { a: 2, b: [1] } })
    const operations = [
      { op: 'test', path: '/a', value: 1 },
      { op: 'add', path: '/b/-', value: 2 },
    ]
    expect((await patch(operations, { type: jsonPatch })).status).toBe(409)
    const merged = await patch(operations, { type: jsonPatch, from: 1 })
    expect([merged.status, merged.body.data]).toEqual([200, { a: 2, b: [1, 2] }])
  })

  test('an Idempotency-Key distinguishes media types', async () => {
    const { path, mia } = await project({ a: 1 })
    const send = (type: string) =>
      service.call('PATCH', path, {
        key: mia.key,
        body: '{"title":"B"}',
        headers: { 'content-type': type, 'idempotency-key': 'k' },
      })
    expect((await send(json)).body).toMatchObject({ title: 'B', revision: 2 })
    expect((await send(json)).headers['idempotent-replayed']).toBe('true')
    expect((await send(mergePatch)).status).toBe(422)
  })

  test('patches that would take forever are rejected quickly', async () => {
    const { patch } = await project({ a: { b: 'x'.repeat(1000) } })
    const double = [
      { op: 'copy', from: '/a', path: '/c' },
      { op: 'move', from: '/c', path: '/a/d' },
    ]
    const answer = await patch(Array(400).fill(double).flat(), { type: jsonPatch })
    expect([answer.status, answer.body.detail]).toEqual([
      400,
      expect.stringMatching(/nested|too much/),
    ])
  })
})

describe('many writers at once', () => {
  const keys = Array.from({ length: 20 }, (_, at) => `writer-${at}`)

  test('with If-Match and a retry after 409 or 412, no key is lost', async () => {
    const { get, patch } = await project(Object.fromEntries(keys.map((key) => [key, 0])))
    const write = async (key: string) => {
      for (let count = 1; count <= 3; ) {
        const { body } = await get()
        const data = { ...body.data, [key]: count, [`${key}-${count}`]: true }
        const { status } = await patch({ data }, { from: body.revision })
        expect([200, 409, 412]).toContain(status)
        if (status === 200) count++
      }
    }
    await Promise.all(keys.map(write))
    const { body } = await get()
    for (const key of keys) {
      expect([key, body.data[key], [1, 2, 3].map((at) => body.data[`${key}-${at}`])]).toEqual([
        key,
        3,
        [true, true, true],
      ])
    }
    expect(body.revision).toBe(61)
  })

  test('without If-Match, the last write wins and every version is in the history', async () => {
    const { get, patch } = await project()
    const answers = await Promise.all(keys.map((key) => patch({ data: { [key]: 1 } })))
    const numbers = answers.map(({ body }) => body.revision).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, at) => at + 2))
    const kept = await Promise.all(numbers.map((number) => get(`/revisions/${number}`)))
    expect(kept.map(({ body }) => Object.keys(body.data)[0]).sort()).toEqual([...keys].sort())
    expect((await get()).body.data).toEqual(kept.at(-1)?.body.data)
  })
})

describe('history', () => {
  test('newest first, with actor, action and changes; each complete, with exact numbers', async () => {
    const { get, patch, mia } = await project('{"n":1.10}')
    const { body: login } = await passwordLogin(mia)
    await patch('{"data":{"n":1.10,"m":-0}}')
    await service.call('PATCH', (await project()).path, { token: login.access_token, body: {} })
    await service.call('PATCH', pathOf(await get()), {
      token: login.access_token,
      body: { title: 'By hand' },
      headers: { 'x-request-id': 'trace-7' },
    })
    const { body } = await get('/revisions')
    expect([body.count, body.next, body.previous]).toEqual([3, null, null])
    expect(body.results).toMatchObject([
      {
        ...{ revision: 3, action: 'updated', from_revision: null, changed: ['title'] },
        ...{ paths: ['/title'], request_id: 'trace-7' },
        actor: { id: mia.userId, kind: 'user', via: 'api', name: 'Test Person' },
      },
      { revision: 2, changed: ['data'], paths: ['/data/m'], actor: { kind: 'agent', via: 'api' } },
      { revision: 1, action: 'created', changed: ['title', 'description', 'primary_type', 'data'] },
    ])
    expect(body.results[0].data).toBeUndefined()
    const first = await get('/revisions/1')
    expect([first.status, first.headers.etag]).toEqual([200, '"rev-1"'])
    expect(first.text).toContain(
      '"title":"A","description":"","primary_type":"","data":{"n":1.10}}',
    )
    const second = await get('/revisions?page=2&page_size=1')
    expect(second.body.results[0].revision).toBe(2)
    for (const missing of ['4', '0', '-1', 'x', '99999999999']) {
      const answer = await get(`/revisions/${missing}`)
      expect([answer.status, answer.body.code]).toEqual([404, 'project_revision_not_found'])
    }
  })

  test('diff: added, removed and changed places with their values', async () => {
    const { get, patch } = await project('{"a":1.10,"b":{"c":[1]},"gone":null}')
    await patch('{"title":"B","data":{"a":1.1,"b":{"c":[1,2],"d/e":{"x":1}}}}')
    await patch('{"data":{"b":{"c":[1,2],"d/e":{"x":1}}}}')
    const diff = await get('/diff?from=1&to=2')
    expect(diff.text).toBe(
      '{"from":1,"to":2,"added":[{"path":"/data/b/d~1e","value":{"x":1}}],' +
        '"removed":[{"path":"/data/gone","value":null}],' +
        '"changed":[{"path":"/title","old":"A","new":"B"},{"path":"/data/a","old":1.10,"new":1.1},' +
        '{"path":"/data/b/c","old":[1],"new":[1,2]}],"truncated":false}',
    )
    expect((await get('/diff')).body).toMatchObject({
      ...{ from: 2, to: 3, added: [], changed: [] },
      removed: [{ path: '/data/a', value: 1.1 }],
    })
    expect((await get('/diff?to=1')).body).toMatchObject({ from: 1, to: 1, changed: [] })
    expect((await get('/diff?from=3&to=2')).body.added).toHaveLength(1)
    for (const query of ['from=9', 'to=9', 'from=0', 'to=x']) {
      expect([query, (await get(`/diff?${query}`)).status]).toEqual([query, 400])
    }
  })

  test('revert creates a new revision like the old one and keeps those in between', async () => {
    const { get, patch, post, mia } = await project('{"n": 1.10}')
    await patch({ title: 'B', data: { n: 2 } })
    const reverted = await post('/revert', { revision: 1 })
    expect([reverted.status, reverted.headers.etag]).toEqual([200, '"rev-3"'])
    expect(reverted.text).toContain(
      '"title":"A","description":"","primary_type":"","data":{"n": 1.10}',
    )
    expect((await get('/revisions/2')).body.title).toBe('B')
    expect((await get('/revisions?page_size=1')).body.results[0]).toMatchObject({
      ...{ action: 'reverted', from_revision: 1, changed: ['title', 'data'] },
    })
    expect((await post('/revert', { revision: 3 })).body.revision).toBe(3)
    expect((await post('/revert', { revision: 1 }, { 'if-match': '"rev-2"' })).status).toBe(412)
    for (const body of [{ revision: 9 }, { revision: 0 }, { revision: '1' }, {}]) {
      expect([body, (await post('/revert', body)).status]).toEqual([body, 400])
    }
    const events = await eventsOf(mia)
    expect(events.map(({ type }) => type)).toEqual([
      'project.created',
      'project.updated',
      'project.reverted',
    ])
    expect(events[2]?.data).toMatchObject({
      resourcetype: 'campaign',
      revision: 3,
      from_revision: 1,
    })
  })

  test('cannot be rewritten by queries of the workspace', async () => {
    const { mia } = await project()
    const sql = service.deps.db.workspace(mia.workspaceId)
    await expect(sql`update project_revisions set title = 'x'`).rejects.toThrow(/permission denied/)
    await expect(sql`delete from project_revisions`).rejects.toThrow(/permission denied/)
  })
})

describe('items', () => {
  async function withItems(...titles: string[]) {
    const made = await project()
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
    expect(
      (await service.call('DELETE', path + item, { key: mia.key, headers: stale })).status,
    ).toBe(412)
    expect((await service.call('DELETE', path + item, { key: mia.key })).status).toBe(204)
    expect((await get(item)).body.code).toBe('project_item_not_found')
    const events = await eventsOf(mia)
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
    const told = (await eventsOf(mia)).filter(({ type }) => type === 'project_item.reordered')
    expect(told.length).toBe(2)
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
      ...[
        { title: '' },
        { title: null },
        { priority: 'high' },
        { priority: 1.5 },
        { priority: -1 },
      ],
      ...[{ order: -1 }, { order: null }, { order: 2_000_000_000 }, { status: 1 }, { data: null }],
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
    const elsewhere = await project({}, mia)
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

function pathOf({ body }: Answer): string {
  return `${base}/${body.id}`
}

/** Signs the person in with a password, in addition to the key. */
async function passwordLogin({ userId, email }: Tenant): Promise<Answer> {
  const { hashPassword } = await import('../auth/passwords.ts')
  const hash = await hashPassword('a long enough password')
  await service.deps.db.system`update users set password_hash = ${hash} where id = ${userId}`
  const body = { email, password: 'a long enough password' }
  return service.call('POST', '/api/v1/auth/login', { body })
}
