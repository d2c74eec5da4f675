import { describe, expect, test } from 'vitest'
import { jsonPatch, mergePatch, useProjects } from './test-projects.ts'

const json = 'application/json'
const { service, createProject, listEvents } = useProjects()

describe('PATCH with JSON', () => {
  test('changes the given fields; data replaces the whole object; each change is a revision', async () => {
    const { patch, get, mia } = await createProject({ a: 1, b: { c: 1 } })
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
    const { patch, get, mia } = await createProject('{"a": 1.10, "b":[1]}')
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
    expect((await listEvents(mia)).length).toBe(1)
    // Different digits are a change, and so is a different key order.
    expect((await patch('{"data":{"a":1.1,"b":[1]}}')).body.revision).toBe(2)
    const turned = await patch('{"data":{"b":[1],"a":1.1}}')
    expect(turned.text).toContain('"data":{"b":[1],"a":1.1},"revision":3')
  })

  test('If-Match of the newest revision, * or several: stored as sent', async () => {
    const { mia, path } = await createProject({ a: 1 })
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
    const { patch, path, mia } = await createProject()
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
    const { patch, get } = await createProject({ plan: { a: 1, b: 1 }, list: [1], big: 0 })
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
    const { patch, get, mia } = await createProject('{"n":1.10,"o":{"x":1},"keep":1,"gone":1}')
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
    expect((await listEvents(mia)).length).toBe(2)
  })

  test('identical changes do not conflict', async () => {
    const { patch } = await createProject({ a: 1 })
    await patch({ data: { a: 2 } })
    const again = await patch({ data: { a: 2 } }, { from: 1 })
    expect([again.status, again.body.revision]).toEqual([200, 2])
  })

  test('many conflicts or long paths do not make the response endless', async () => {
    const wide = (value: number) =>
      Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`k${at}`, value]))
    const long = 'x'.repeat(90_000)
    const { patch } = await createProject({ ...wide(1), [long]: wide(1) })
    await patch({ data: { ...wide(2), [long]: wide(2) } })
    const answer = await patch({ data: { ...wide(3), [long]: wide(3) } }, { from: 1 })
    expect([answer.status, answer.body.conflicts.length]).toEqual([409, 100])
    const deep = await patch({ data: { ...wide(2), [long]: wide(3) } }, { from: 1 })
    expect([deep.status, deep.text.length < 400_000]).toEqual([409, true])
  })
})

describe('patches of data', () => {
  test('merge patch: applied to the current data, or merged with it', async () => {
    const { patch, get } = await createProject('{"2":1.10,"1":{"a":1,"b":2}}')
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
    const { patch, get } = await createProject('{"a":[1,2],"n":12345678901234567890}')
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
    const { patch } = await createProject({ a: 1, b: [1] })
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
    const { path, mia } = await createProject({ a: 1 })
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
    const { patch } = await createProject({ a: { b: 'x'.repeat(1000) } })
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
    const { get, patch } = await createProject(Object.fromEntries(keys.map((key) => [key, 0])))
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
    const { get, patch } = await createProject()
    const answers = await Promise.all(keys.map((key) => patch({ data: { [key]: 1 } })))
    const numbers = answers.map(({ body }) => body.revision).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, at) => at + 2))
    const kept = await Promise.all(numbers.map((number) => get(`/revisions/${number}`)))
    expect(kept.map(({ body }) => Object.keys(body.data)[0]).sort()).toEqual([...keys].sort())
    expect((await get()).body.data).toEqual(kept.at(-1)?.body.data)
  })
})
