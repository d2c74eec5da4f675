import { describe, expect, test } from 'vitest'
import type { Sql } from '../../platform/postgres/sql.ts'
import { operator } from '../workspaces/operator.ts'
import { builtInType } from './project-types.ts'
import { projects } from './queries.ts'
import type { ProjectType } from './schemas.ts'
import { base, type Headers, useProjects } from './test-projects.ts'

const { service, post, get, patch, listEventTypes: eventsOf } = useProjects()

/** Problems without the fields that vary by request. */
function described({ body }: { body: object }) {
  return { ...body, instance: '', request_id: '' }
}

const titles = (answer: { body: { results: { title: string }[] } }) =>
  answer.body.results.map(({ title }) => title)

describe('creating, reading, deleting', () => {
  test('201 with the whole record; GET gives the same; one event', async () => {
    const mia = await service.tenant()
    const made = await post(mia, { title: 'Launch', primary_type: 'launch', data: { stage: 1 } })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      resourcetype: 'campaign',
      title: 'Launch',
      description: '',
      primary_type: 'launch',
      data: { stage: 1 },
      revision: 1,
      creator: mia.userId,
      modifier: mia.userId,
      space_id: null,
      created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      updated_at: made.body.created_at,
    })
    const read = await get(mia, `campaign/${made.body.id}`)
    expect([read.status, read.text, read.headers.etag]).toEqual([200, made.text, '"rev-1"'])
    expect(read.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(await eventsOf(mia)).toEqual(['project.created'])
  })

  test('types ignore case, and each has its kind of id', async () => {
    const mia = await service.tenant()
    const kinds: [string, string, string][] = [
      ['project', 'Project', 'string'],
      ['BRAND', 'brand', 'string'],
      ['Content-Plan', 'content-plan', 'string'],
      ['adcreativeproject', 'AdCreativeProject', 'number'],
      ['DOCUMENT', 'document', 'number'],
    ]
    for (const [asked, resourcetype, kind] of kinds) {
      const { body } = await post(mia, { title: 'A' }, asked)
      expect([body.resourcetype, typeof body.id, body.data]).toEqual([resourcetype, kind, {}])
      expect((await get(mia, `${asked.toUpperCase()}/${body.id}`)).status).toBe(200)
    }
  })

  test('the same 404 for missing, malformed, deleted, and of another type, kind or workspace', async () => {
    const mia = await service.tenant()
    const stranger = await service.tenant()
    const campaign = (await post(mia, { title: 'A' })).body.id
    const number = (await post(mia, { title: 'A' }, 'document')).body.id
    const theirs = (await post(stranger, { title: 'Theirs' })).body.id
    const gone = (await post(mia, { title: 'Gone' })).body.id
    await service.call('DELETE', `${base}/campaign/${gone}`, { key: mia.key })
    const none = described(await get(mia, 'campaign/00000000-0000-4000-8000-000000000000'))
    const paths = [
      ...['campaign/abc', 'campaign/%00', `campaign/${number}`, `campaign/${theirs}`],
      ...[`campaign/${gone}`, `brand/${campaign}`, `document/${campaign}`, 'document/999999999'],
      ...['document/0', 'document/-1', 'document/1.5', 'document/99999999999', 'document/01'],
      ...[`AdCreativeProject/${number}`, `campaign/${campaign}0`, `campaign/{${campaign}}`],
      `campaign/${'x'.repeat(100)}`,
    ]
    for (const path of paths) {
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const body = method === 'PATCH' ? { body: {} } : {}
        const answer = await service.call(method, `${base}/${path}`, { key: mia.key, ...body })
        expect([method, path, answer.status, described(answer)]).toEqual([method, path, 404, none])
      }
    }
    expect((await get(stranger, `campaign/${theirs}`)).body.title).toBe('Theirs')
  })

  test('an unknown type: 404 with a list of the known types', async () => {
    const mia = await service.tenant()
    for (const answer of [
      await get(mia, 'nothing'),
      await post(mia, { title: 'A' }, 'no%20thing'),
      await get(mia, 'nothing/1'),
      await get(mia, 'a%00b'),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'project_type_not_found'])
      expect(answer.body.detail).toContain(
        'Project, campaign, brand, content-plan, AdCreativeProject, document',
      )
    }
  })

  test('a deleted project is listed among the deleted, and can be restored unchanged', async () => {
    const mia = await service.tenant()
    const { body } = await post(mia, { title: 'A', data: { a: 1 } })
    const path = `campaign/${body.id}`
    const remove = (headers: Headers = {}) =>
      service.call('DELETE', `${base}/${path}`, { key: mia.key, headers })
    const restore = () => service.call('POST', `${base}/${path}/restore`, { key: mia.key })
    expect((await remove({ 'if-match': '"rev-2"' })).status).toBe(412)
    expect((await remove({ 'if-match': '"rev-1"' })).status).toBe(204)
    expect((await remove()).status).toBe(404)
    for (const under of ['', '/revisions', '/revisions/1', '/diff', '/items']) {
      expect([under, (await get(mia, path + under)).status]).toEqual([under, 404])
    }
    expect((await get(mia, 'campaign')).body.count).toBe(0)
    const deleted = await get(mia, 'campaign?deleted=true')
    expect(deleted.body.results).toMatchObject([{ id: body.id, deleted_at: expect.any(String) }])
    const back = await restore()
    expect([back.status, back.body]).toEqual([200, body])
    expect((await restore()).status).toBe(200)
    expect((await get(mia, path)).body).toEqual(body)
    expect(await eventsOf(mia)).toEqual(['project.created', 'project.deleted', 'project.restored'])
  })

  test('304 for If-None-Match until it changes', async () => {
    const mia = await service.tenant()
    const { body, headers } = await post(mia, { title: 'A' })
    const path = `campaign/${body.id}`
    const known = { 'if-none-match': headers.etag as string }
    expect((await get(mia, path, known)).status).toBe(304)
    await patch(mia, path, { title: 'B' })
    expect((await get(mia, path, known)).status).toBe(200)
  })

  test('Idempotency-Key: the same response, digit for digit; other digits are another request', async () => {
    const mia = await service.tenant()
    const key = { 'idempotency-key': 'once' }
    const first = await post(mia, '{"title":"A","data":{"n":1.10}}', 'campaign', key)
    const again = await post(mia, '{"title":"A","data":{"n":1.10}}', 'campaign', key)
    expect([first.status, again.text]).toEqual([201, first.text])
    expect(again.headers).toMatchObject({ etag: '"rev-1"', 'idempotent-replayed': 'true' })
    const other = await post(mia, '{"title":"A","data":{"n":1.1}}', 'campaign', key)
    expect(other.status).toBe(422)
    const lost = await service.call('GET', '/api/v1/idempotency/once', { key: mia.key })
    expect(lost.text).toContain('"data":{"n":1.10}')
  })
})

describe('lists', () => {
  test('search, category, order and pages; without data', async () => {
    const mia = await service.tenant()
    const made = []
    for (const [title, primary_type] of [
      ['b 100%', 'x'],
      ['A', 'y'],
      ['c', 'x'],
    ] as const) {
      service.advance(1)
      const project = { title, primary_type, description: `about ${title}`, data: { secret: 1 } }
      made.push((await post(mia, project)).body.id)
    }
    await post(mia, { title: 'other type' }, 'brand')
    service.advance(1)
    await patch(mia, `campaign/${made[0]}`, { data: { a: 2 } })
    const list = (query: string) => get(mia, `campaign?${query}`)
    const all = await list('')
    expect([all.body.count, titles(all)]).toEqual([3, ['c', 'A', 'b 100%']])
    expect(all.text).not.toContain('secret')
    expect(titles(await list('order_by=updated_at'))).toEqual(['b 100%', 'c', 'A'])
    expect(titles(await list('order_by=title'))).toEqual(['A', 'b 100%', 'c'])
    expect(titles(await list('order_by=title&order=desc'))).toEqual(['c', 'b 100%', 'A'])
    expect(titles(await list('order=asc'))).toEqual(['b 100%', 'A', 'c'])
    expect(titles(await list('search=ABOUT%20b'))).toEqual(['b 100%'])
    expect(titles(await list('search=0%25'))).toEqual(['b 100%'])
    expect(titles(await list('search=_'))).toEqual([])
    const second = await list('primary_type=x&page=2&page_size=1')
    expect([second.body.count, titles(second), second.body.next]).toEqual([2, ['b 100%'], null])
    const sorting = await list('order_by=data')
    expect(sorting.body.detail).toBe('order_by: must be one of created_at, updated_at, title')
    for (const wrong of ['order_by=data', 'order=up', 'deleted=maybe']) {
      expect([wrong, (await list(wrong)).status]).toEqual([wrong, 400])
    }
    const lists = [`${base}/campaign`, '/api/v1/project-types']
    for (const part of ['items', 'revisions']) lists.push(`${base}/campaign/${made[0]}/${part}`)
    for (const path of lists) {
      const ask = (query: string) => service.call('GET', `${path}?${query}`, { key: mia.key })
      for (const query of ['page=0', 'page=1000000001', 'page_size=0']) {
        const { status, body } = await ask(query)
        const [name] = query.split('=')
        expect([path, query, status, body.errors?.[0].path]).toEqual([path, query, 400, name])
      }
      const far = await ask('page=1000000000&page_size=100')
      expect([path, far.status, far.body.results, far.body.next]).toEqual([path, 200, [], null])
    }
  })

  test('counting uses an index, whatever the number of projects', async () => {
    const mia = await service.tenant()
    await service.deps.db.system`
      insert into projects (uuid, workspace_id, resourcetype, title, description, primary_type,
        revision, created_at, updated_at)
      select gen_random_uuid(), ${mia.workspaceId}, 'campaign', 'x', repeat('long ', 100), '', 1,
        now(), now() from generate_series(1, 2000)`
    const { system } = service.deps.db
    // A concurrent transaction can keep vacuum from marking pages, which an index-only scan needs.
    // It never marks the few that still have dead rows of other tests.
    const isVacuumed = async () => {
      await system`vacuum analyze projects`
      const [table] = await system`
        select relallvisible > 0.9 * relpages as is_vacuumed from pg_class
        where oid = 'projects'::regclass`
      return table?.is_vacuumed
    }
    await expect.poll(isVacuumed).toBe(true)
    const actor = await operator(service.deps, { workspace: mia.slug, user: mia.email })
    const plans: string[] = []
    const sql = service.deps.db.workspace(mia.workspaceId)
    const explained: Sql = Object.assign(
      async (text: TemplateStringsArray, ...values: unknown[]) => {
        const texts = [`explain ${text[0]}`, ...text.slice(1)]
        const plan = await sql(Object.assign(texts, { raw: texts }), ...values)
        plans.push(plan.map((row) => row['QUERY PLAN']).join('\n'))
        return []
      },
      sql,
    )
    const query = { page: 1, page_size: 25, order_by: 'created_at' as const, deleted: false }
    await projects(explained, actor, builtInType('campaign') as ProjectType, query)
    // Both are sent at once. The count begins with Aggregate, the page with Limit.
    expect(plans.toSorted()).toEqual([
      expect.stringContaining('Index Only Scan using projects_'),
      expect.stringContaining('Index Scan using projects_newest'),
    ])
    expect(plans.join()).not.toContain('Sort')
    expect((await get(mia, 'campaign?page_size=1')).body.count).toBe(2000)
  })
})

describe('Space', () => {
  test('narrows the list; people outside the space see nothing of it, with or without the header', async () => {
    const mia = await service.tenant()
    const jo = await service.colleague(mia, 'member')
    const spaces: string[] = []
    for (const name of ['One', 'Two']) {
      const { body } = await service.call('POST', '/api/v1/workspaces/teamspaces', {
        key: mia.key,
        body: { name },
      })
      spaces.push(String(body.id))
    }
    const [one, two] = [{ space: spaces[0] ?? '' }, { space: spaces[1] ?? '' }]
    const inOne = (await post(mia, { title: 'in one' }, 'campaign', one)).body
    const nowhere = (await post(mia, { title: 'nowhere' })).body
    expect([String(inOne.space_id), nowhere.space_id]).toEqual([spaces[0], null])
    const path = `campaign/${inOne.id}`
    expect(titles(await get(mia, 'campaign', one))).toEqual(['nowhere', 'in one'])
    expect(titles(await get(mia, 'campaign', two))).toEqual(['nowhere'])
    expect(titles(await get(mia, 'campaign'))).toEqual(['nowhere', 'in one'])
    expect(titles(await get(jo, 'campaign'))).toEqual(['nowhere'])
    const statuses = [
      await get(mia, path),
      await get(mia, path, one),
      await get(mia, path, two),
      await get(mia, `campaign/${nowhere.id}`, one),
      await get(jo, path),
      await patch(jo, path, { title: 'x' }),
      await service.call('POST', `${base}/${path}/restore`, { key: jo.key }),
      await get(jo, path, one),
    ].map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 404, 200, 404, 404, 404, 403])
    const teamspace = `/api/v1/workspaces/teamspaces/${spaces[0]}`
    await service.call('PATCH', teamspace, { key: mia.key, body: { is_active: false } })
    expect((await get(mia, path)).status).toBe(404)
    await service.call('DELETE', teamspace, { key: mia.key })
    expect((await get(jo, path)).body.space_id).toBeNull()
  })
})
