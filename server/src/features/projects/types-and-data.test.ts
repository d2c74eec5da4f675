import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Tenant } from '../../../test/harness.ts'
import { sample, seed } from '../../../test/soak.ts'
import { nastyObject } from '../../lib/exact-json/test-nasty-json.ts'
import { base, useProjects } from './test-projects.ts'

const { service, post, get, patch, listEventTypes: eventsOf } = useProjects()

describe('types', () => {
  const types = '/api/v1/project-types'
  const add = (tenant: Tenant, body: object) =>
    service.call('POST', types, { key: tenant.key, body })
  const remove = (tenant: Tenant, name: string) =>
    service.call('DELETE', `${types}/${name}`, { key: tenant.key })

  test('are added, used, listed for their workspace only, and removed when unused', async () => {
    const mia = await service.tenant()
    const stranger = await service.tenant()
    const made = await add(mia, { resourcetype: 'Event_2', id_kind: 'integer' })
    expect([made.status, made.body]).toEqual([
      201,
      { resourcetype: 'Event_2', id_kind: 'integer', title: 'Event_2', built_in: false },
    ])
    const list = await service.call('GET', types, { key: mia.key })
    expect([list.body.count, list.body.results[6]]).toEqual([7, made.body])
    expect((await get(stranger, 'event_2')).status).toBe(404)
    expect((await add(stranger, { resourcetype: 'event_2' })).body.id_kind).toBe('uuid')
    const { body } = await post(mia, { title: 'A' }, 'EVENT_2')
    expect([body.resourcetype, typeof body.id]).toEqual(['Event_2', 'number'])
    const path = `${base}/event_2/${body.id}`
    expect((await remove(mia, 'event_2')).body.code).toBe('project_type_in_use')
    await service.call('DELETE', path, { key: mia.key })
    expect((await remove(mia, 'event_2')).status).toBe(409)
    expect((await service.call('POST', `${path}/restore`, { key: mia.key })).status).toBe(200)
    expect((await remove(stranger, 'EVENT_2')).status).toBe(204)
    expect((await remove(stranger, 'EVENT_2')).status).toBe(404)
    expect(await eventsOf(stranger)).toEqual(['project_type.created', 'project_type.deleted'])
  })

  test('409 for an existing name, ignoring case, even at the same time; built-in types stay', async () => {
    const mia = await service.tenant()
    expect((await add(mia, { resourcetype: 'CAMPAIGN' })).body.code).toBe('project_type_taken')
    const answers = await Promise.all(
      ['event', 'Event', 'EVENT'].map((resourcetype) => add(mia, { resourcetype })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect((await remove(mia, 'project')).body.code).toBe('project_type_built_in')
  })

  test('400 for an invalid name or kind', async () => {
    const mia = await service.tenant()
    for (const resourcetype of ['', '1a', 'a b', 'é', 'a/b', '-a', 'x'.repeat(65), 7]) {
      expect([resourcetype, (await add(mia, { resourcetype })).status]).toEqual([resourcetype, 400])
    }
    expect((await add(mia, { resourcetype: 'a', id_kind: 'slug' })).status).toBe(400)
  })

  test('a type is not removed while a project of it is being created', async () => {
    const mia = await service.tenant()
    for (let round = 0; round < 10; round++) {
      const resourcetype = `race-${round}`
      await add(mia, { resourcetype })
      const [made, removed] = await Promise.all([
        post(mia, { title: 'A' }, resourcetype),
        remove(mia, resourcetype),
      ])
      expect([
        [201, 409],
        [404, 204],
      ]).toContainEqual([made.status, removed.status])
    }
  })
})

describe('exact data', () => {
  test('every operation returns a JSON object exactly as it was sent', async () => {
    const mia = await service.tenant()
    const { body } = await post(mia, { title: 'A' })
    const path = `campaign/${body.id}`
    let last = '{}'
    await fc.assert(
      fc.asyncProperty(nastyObject, async (data) => {
        const written = await patch(mia, path, `{"data":${data}}`)
        expect(written.status).toBe(200)
        // A difference only in whitespace is no change, and the stored whitespace stays.
        const compact = (text: string) => JSON.stringify(text.match(/"(\\.|[^"\\])*"|[^\s"]/g))
        const expected = compact(last) === compact(data) ? last : data
        const read = await get(mia, path)
        expect(read.text).toContain(`,"data":${expected},"revision":`)
        expect(written.text).toBe(read.text)
        const revision = await get(mia, `${path}/revisions/${read.body.revision}`)
        expect(revision.text.endsWith(`,"data":${expected}}`)).toBe(true)
        last = expected
      }),
      { numRuns: sample(30, 600), seed },
    )
    const made = await post(mia, `{"data":${last},"title":"B"}`)
    expect(made.text).toContain(`,"data":${last},`)
  })

  test('byte order marks are ignored', async () => {
    const mia = await service.tenant()
    for (const marks of ['\ufeff', '\ufeff\ufeff']) {
      const made = await post(mia, `${marks}{"\\u0064ata":{"n":1.10},"title":"A"}`)
      expect([made.status, made.body.data]).toEqual([201, { n: 1.1 }])
    }
  })

  test('400 for a duplicate key, in data or beside it', async () => {
    const mia = await service.tenant()
    const bodies = [
      '{"title":"A","data":{"a":{"x":1,"x":1}}}',
      '{"title":"A","data":{"a":1},"data":{"a":1}}',
      '{"title":"A","data":{"\\u0061":1,"a":2}}',
    ]
    for (const body of bodies) {
      const answer = await post(mia, body)
      expect([body, answer.status, answer.body.code]).toEqual([body, 400, 'malformed_json'])
      expect(answer.body.detail).toContain('appears twice')
    }
  })
})

describe('bad input', () => {
  test('400, with nothing changed', async () => {
    const mia = await service.tenant()
    const made = await post(mia, { title: 'A', data: { a: 1 } })
    const path = `campaign/${made.body.id}`
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
    const bodies = [
      ...['{"title":7}', '{"title":""}', '{"title":"  "}', '{"title":["a"]}'],
      ...[
        '{"description":1}',
        '{"primary_type":{}}',
        '{"base_revision":"1"}',
        '{"base_revision":0}',
      ],
      ...['{"data":[]}', '{"data":"{}"}', '{"data":1}', '{"data":true}', '[]'],
      ...['null', '"x"', '', '{"data":{"__proto__":{}}}', '{"data":{"a":"\\u0000"}}', '{"data":{'],
      ...[`{"data":${nested(64)}}`, `{"title":"${'x'.repeat(501)}"}`],
    ]
    for (const body of bodies) {
      const answer = await patch(mia, path, body)
      expect([body.slice(0, 60), answer.status]).toEqual([body.slice(0, 60), 400])
      if (body.includes('"data"')) {
        expect((await post(mia, body.replace('{', '{"title":"A",'))).status).toBe(400)
      }
    }
    expect((await post(mia, '{}')).body.errors).toEqual([{ path: 'title', message: 'is required' }])
    expect((await patch(mia, path, `{"data":${nested(63)}}`)).status).toBe(200)
    expect((await patch(mia, path, { x: 1 }, { prefer: 'handling=strict' })).status).toBe(400)
    expect((await patch(mia, path, { x: 1 })).headers['ignored-fields']).toBe('x')
    const text = { 'content-type': 'text/plain' }
    expect((await patch(mia, path, '{}', text)).status).toBe(415)
  })

  test('data of 1 MiB is accepted, one byte more is a 400, an endless body a 413', async () => {
    const mia = await service.tenant()
    const made = await post(mia, { title: 'A' })
    const path = `campaign/${made.body.id}`
    const data = (bytes: number) => `{"data":{"a":"${'é'.repeat((bytes - 8) / 2)}"}}`
    const full = await patch(mia, path, data(1024 * 1024))
    expect([full.status, full.body.revision]).toEqual([200, 2])
    const over = await patch(mia, path, data(1024 * 1024).replace('"a"', '"ab"'))
    expect([over.status, over.body.errors]).toEqual([
      400,
      [{ path: 'data', message: 'must be at most 1048576 bytes of JSON' }],
    ])
    const wide = await patch(mia, path, data(2 * 1024 * 1024))
    expect([wide.status, wide.body.code]).toEqual([413, 'body_too_large'])
    const add = (patchBody: unknown, type: string) =>
      patch(mia, path, JSON.stringify(patchBody), { 'content-type': type })
    expect((await add({ b: 1 }, 'application/merge-patch+json')).status).toBe(400)
    const copy = { op: 'copy', from: '/a', path: '/b' }
    expect((await add([copy], 'application/json-patch+json')).status).toBe(400)
    expect((await get(mia, path)).body.revision).toBe(2)
  })
})
