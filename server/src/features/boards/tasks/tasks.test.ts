import { describe, expect, test } from 'vitest'
import { type Tenant, useService } from '../../../../test/harness.ts'
import {
  type Ask,
  askerOf,
  columnsOf,
  historyOf,
  makeBoard,
  makeTask,
  must,
  refusal,
} from '../test-boards.ts'

const service = useService()
const asker = askerOf(service)
const uuid = '123e4567-e89b-42d3-a456-426614174000'

async function onBoard(): Promise<{ mia: Tenant; ask: Ask; columns: Record<string, string> }> {
  const mia = await service.tenant()
  const ask = asker(mia)
  await makeBoard(ask)
  return { mia, ask, columns: await columnsOf(ask, 'launch') }
}

/** A task on a board of another tenant. */
async function taskOf(stranger: Tenant) {
  const ask = asker(stranger)
  await makeBoard(ask)
  return makeTask(ask, 'launch', { tags: ['theirs'] })
}

async function titles(ask: Ask, query: string): Promise<string[]> {
  const { results } = await must(200, ask('GET', `/pm/tasks?${query}`))
  return results.map(({ title }: { title: string }) => title)
}

async function uploaded({ key }: Tenant): Promise<{ asset: string; asset_key: string }> {
  const body = { filename: 'a.png', filetype: 'image/png' }
  const signed = (await service.call('POST', '/api/v1/assets/sign', { key, body })).body
  await service.deps.db.system`update assets set content_key = 'x' where id = ${signed.asset}`
  return signed
}

describe('/pm/tasks', () => {
  test('201 with all fields; read by id and slug it is the same, expanded it has everything', async () => {
    const { mia, ask, columns } = await onBoard()
    const jo = await service.colleague(mia, 'member')
    const given = {
      title: 'Poster',
      description: 'A2',
      rich_description: { type: 'doc', content: [{ text: 'A2' }] },
      start_date: '2026-11-15',
      due_date: '2028-02-29',
      priority: 'high',
      task_type: 'design',
      estimated_hours: 2.5,
      extra: { a: { b: [1, null] } },
      status: columns['To Do'],
    }
    const more = { tags: ['print'], assignees: [jo.userId, mia.userId, jo.userId] }
    const task = await makeTask(ask, 'launch', { ...given, ...more })
    expect(task).toMatchObject({
      ...given,
      slug: 'LAUNCH-1',
      complete: false,
      completed_at: null,
      parent: null,
      assignees: [mia.userId, jo.userId],
      checklist: [],
      attachments: [],
      subtasks: [],
      custom_fields: {},
      creator: mia.userId,
      modifier: mia.userId,
      modifier_kind: 'agent',
      modifier_name: 'Test key',
    })
    const part = await makeTask(ask, 'launch', { title: 'Part', parent: 'launch-1' })
    const same = await must(200, ask('GET', '/pm/tasks/launch-1'))
    expect(same).toEqual({ ...task, subtasks: [part.id] })
    const all = 'status_details,assignees,tags,board,attachments,subtasks'
    expect(await must(200, ask('GET', `/pm/tasks/${task.id}?expand=${all}`))).toMatchObject({
      status: columns['To Do'],
      status_details: { id: columns['To Do'], title: 'To Do' },
      board: { slug: 'launch', title: 'Launch' },
      tags: [{ name: 'print', color: expect.any(String) }],
      assignees: [{ id: mia.userId }, { id: jo.userId, email: jo.email }],
      subtasks: [{ id: part.id, slug: 'LAUNCH-2', title: 'Part' }],
    })
    const { tasks_count } = await must(200, ask('GET', '/pm/boards/launch'))
    expect(tasks_count).toBe(2)
  })

  test('the board follows from the status or the parent', async () => {
    const { mia, ask, columns } = await onBoard()
    const jo = await service.colleague(mia, 'member')
    const other = await makeBoard(ask, { title: 'Other' })
    const hidden = await makeBoard(ask, { title: 'Hidden', access: 0 })
    const first = await must(201, ask('POST', '/pm/tasks', { title: 'A', status: columns.Draft }))
    const part = await must(201, ask('POST', '/pm/tasks', { title: 'B', parent: first.id }))
    expect([first.slug, part.slug]).toEqual(['LAUNCH-1', 'LAUNCH-2'])
    const bad: [object, [number, string]][] = [
      [{}, [400, 'board']],
      [{ status: uuid }, [400, 'status']],
      [{ parent: uuid }, [400, 'parent']],
      [{ board: 'nowhere' }, [404, 'board_not_found']],
      [{ board: other.id, status: columns.Draft }, [400, 'status']],
      [{ board: other.id, parent: first.id }, [400, 'parent']],
    ]
    for (const [body, wanted] of bad) {
      const answer = ask('POST', '/pm/tasks', { title: 'x', ...body })
      expect([body, await refusal(answer)]).toEqual([body, wanted])
    }
    // The status of an invisible board gets the same response as an unknown status.
    const unseen = asker(jo)('POST', '/pm/tasks', { title: 'x', status: hidden.statuses[0] })
    expect(await refusal(unseen)).toEqual([400, 'status'])
  })

  test('old slugs keep working after the board was renamed or the task moved', async () => {
    const { ask } = await onBoard()
    const task = await makeTask(ask, 'launch')
    await must(200, ask('PATCH', '/pm/boards/launch', { slug: 'autumn' }))
    await makeBoard(ask, { title: 'Spring' })
    expect((await must(200, ask('GET', '/pm/tasks/LAUNCH-1'))).slug).toBe('AUTUMN-1')
    const part = await makeTask(ask, 'autumn', { parent: task.id, title: 'Part' })
    const moved = await must(200, ask('POST', '/pm/tasks/autumn-1/move', { board: 'spring' }))
    expect(moved).toMatchObject({ id: task.id, slug: 'SPRING-1' })
    for (const slug of ['LAUNCH-1', 'autumn-1', 'spring-1']) {
      expect((await must(200, ask('GET', `/pm/tasks/${slug}`))).id).toBe(task.id)
    }
    const along = await must(200, ask('GET', `/pm/tasks/${part.id}`))
    expect(along).toMatchObject({ slug: 'SPRING-2', parent: task.id })
    expect((await must(200, ask('GET', '/pm/boards/autumn'))).tasks_count).toBe(0)
    expect((await must(200, ask('GET', '/pm/boards/spring'))).tasks_count).toBe(2)
  })

  test('400 for invalid input, never a 500', async () => {
    const { mia, ask } = await onBoard()
    const guest = await service.colleague(mia, 'guest')
    const stranger = await service.tenant()
    const theirs = await taskOf(stranger)
    const task = await makeTask(ask, 'launch', { start_date: '2026-11-10' })
    const ids = Array.from({ length: 10_000 }, (_, at) => at + 1)
    const bad: [object, string][] = [
      [{ title: '' }, 'title'],
      [{ title: 'x'.repeat(251) }, 'title'],
      [{ due_date: '2026-02-30' }, 'due_date'],
      [{ due_date: '2026-11-15T10:00:00Z' }, 'due_date'],
      [{ due_date: '0000-01-01' }, 'due_date'],
      [{ due_date: '2026-11-09' }, 'due_date'],
      [{ start_date: '2026-11-12', due_date: '2026-11-11' }, 'due_date'],
      [{ priority: 'huge' }, 'priority'],
      [{ estimated_hours: -1 }, 'estimated_hours'],
      [{ order: '0' }, 'order'],
      [{ order: 'a b' }, 'order'],
      [{ status: uuid }, 'status'],
      [{ status: 'Draft' }, 'status'],
      [{ status: theirs.status }, 'status'],
      [{ parent: uuid }, 'parent'],
      [{ parent: theirs.id }, 'parent'],
      [{ tags: [theirs.tags[0]] }, 'tags.0'],
      [{ assignees: [stranger.userId] }, 'assignees.0'],
      [{ assignees: [mia.userId, guest.userId] }, 'assignees.1'],
      [{ assignees: ids }, 'assignees'],
      [{ tags: ids }, 'tags'],
      [{ tags: [2_000_000_000] }, 'tags.0'],
      [{ extra: [] }, 'extra'],
      [{ rich_description: 'x'.repeat(600_000) }, 'rich_description'],
      [{ complete: 'yes' }, 'complete'],
      [{ complete: true, status: task.status }, 'complete'],
    ]
    for (const [body, field] of bad) {
      const answer = await refusal(ask('PATCH', `/pm/tasks/${task.id}`, body))
      expect([JSON.stringify(body).slice(0, 80), answer]).toEqual([
        JSON.stringify(body).slice(0, 80),
        [400, field],
      ])
    }
    const days = await ask('PATCH', `/pm/tasks/${task.id}`, { due_date: '2026-02-30' })
    expect(days.body.detail).toBe('due_date: must be a valid date, as YYYY-MM-DD')
    const sorting = await ask('GET', '/pm/tasks?sort=colour')
    expect(sorting.body.detail).toContain('is not one of created_at, updated_at, start_date')
    for (const place of [{ before: theirs.id }, { after: theirs.id }, { status: theirs.status }]) {
      const [name] = Object.keys(place)
      expect(await refusal(ask('POST', `/pm/tasks/${task.id}/move`, place))).toEqual([400, name])
    }
    expect(
      await refusal(ask('POST', `/pm/tasks/${task.id}/move`, { board: theirs.board })),
    ).toEqual([404, 'board_not_found'])
    const queries = [
      'page=0',
      'page=1000000001',
      'per_page=0',
      'page_size=0',
      'page_size=101',
      'sort=colour',
      'sort=--title',
      'expand=comments',
      'status=abc',
      'assignee=you',
      'priority=huge',
      'due_before=2026-02-30',
      'owner=1',
      `assignee=${ids.slice(0, 800).join(',')}`,
      `assignee=${ids.join(',')}`,
    ]
    for (const query of queries) {
      const [name] = query.split('=')
      expect([query, await refusal(ask('GET', `/pm/tasks?${query}`))]).toEqual([query, [400, name]])
    }
    const far = await must(200, ask('GET', '/pm/tasks?page=1000000000'))
    expect([far.count, far.results]).toEqual([1, []])
    expect(await historyOf(ask, task.id)).toHaveLength(1)
  })

  test('412 for an outdated version', async () => {
    const { mia, ask } = await onBoard()
    await makeTask(ask, 'launch')
    const { headers } = await ask('GET', '/pm/tasks/launch-1')
    const careful = asker(mia, { 'if-match': headers.etag as string })
    const { headers: next } = await careful('PATCH', '/pm/tasks/launch-1', { title: 'B' })
    expect((await ask('GET', '/pm/tasks/launch-1')).headers.etag).toBe(next.etag)
    await must(412, careful('PATCH', '/pm/tasks/launch-1', { title: 'C' }))
    await must(412, careful('DELETE', '/pm/tasks/launch-1'))
  })
})

describe('GET /pm/tasks', () => {
  test('filters, sorts and pages', async () => {
    const { mia, ask, columns } = await onBoard()
    const jo = await service.colleague(mia, 'member')
    const other = await makeBoard(ask, { title: 'Other' })
    const a = { title: 'A', priority: 'low', due_date: '2026-11-20', tags: ['x'] }
    const b = { title: 'B', priority: 'urgent', due_date: '2026-11-10', tags: ['y', '7'] }
    const parent = await makeTask(ask, 'launch', { ...a, assignees: [mia.userId] })
    await makeTask(ask, 'launch', { ...b, assignees: [jo.userId], status: columns.Completed })
    await makeTask(ask, 'launch', { title: 'c', parent: parent.id })
    await makeTask(ask, other.id, { title: 'D', priority: 'medium', estimated_hours: 0 })
    const cases: Record<string, string> = {
      'sort=title': 'ABcD',
      'sort=-title': 'DcBA',
      'sort=priority': 'ADBc',
      'sort=-priority': 'BDAc',
      'sort=number&board=launch': 'ABc',
      'board=launch&sort=title': 'ABc',
      [`board=${other.id}`]: 'D',
      [`status=${columns.Completed}`]: 'B',
      [`status=${columns.Completed},${columns.Draft}&sort=title`]: 'ABc',
      'assignee=me': 'A',
      [`assignee=${jo.userId}`]: 'B',
      'assignee=none&sort=title': 'cD',
      'assignee=me,none&sort=title': 'AcD',
      'tag=x': 'A',
      'tag=X,y&sort=title': 'AB',
      'tag=7': 'B',
      'priority=urgent,medium&sort=title': 'BD',
      'priority=none': 'c',
      'complete=true': 'B',
      'complete=false&sort=title': 'AcD',
      [`parent=${parent.slug}`]: 'c',
      'parent=none&sort=title': 'ABD',
      'due_before=2026-11-20': 'B',
      'due_after=2026-11-10': 'A',
      'due_after=2026-11-09&due_before=2026-11-21&sort=title': 'AB',
      'board=launch&complete=true&tag=x': '',
    }
    for (const [query, wanted] of Object.entries(cases)) {
      expect([query, (await titles(ask, query)).join('')]).toEqual([query, wanted])
    }
    // Tasks without a date come last in both directions.
    expect((await titles(ask, 'sort=due_date')).slice(0, 2)).toEqual(['B', 'A'])
    expect((await titles(ask, 'sort=-due_date')).slice(0, 2)).toEqual(['A', 'B'])
    const page = await must(200, ask('GET', '/pm/tasks?sort=title&page=2&page_size=3'))
    expect([page.count, page.results.length, page.next]).toEqual([4, 1, null])
    expect(page.previous).toContain('page=1')
  })

  test('search finds parts of words in title and description, short terms at their beginning', async () => {
    const { mia, ask } = await onBoard()
    const stranger = await service.tenant()
    await makeBoard(asker(stranger))
    await makeTask(asker(stranger), 'launch', { title: 'Theirs: press release' })
    await makeTask(ask, 'launch', {
      title: 'Press release',
      description: 'For the opening of the shop',
    })
    await makeTask(ask, 'launch', { title: 'Poster', description: 'Ä2, 100% cotton_paper' })
    const gone = await makeTask(ask, 'launch', { title: 'Press kit' })
    await must(204, ask('DELETE', `/pm/tasks/${gone.id}`))
    const cases: Record<string, string[]> = {
      press: ['Press release'],
      RELEASE: ['Press release'],
      'opening press': ['Press release'],
      'press poster': [],
      ele: ['Press release'],
      pr: ['Press release'],
      re: ['Press release'],
      el: [],
      ä: ['Poster'],
      Ä2: ['Poster'],
      '100%': ['Poster'],
      '%%%': [],
      cotton_paper: ['Poster'],
      cottonXpaper: [],
      "'; drop": [],
    }
    for (const [search, wanted] of Object.entries(cases)) {
      const found = await titles(ask, `search=${encodeURIComponent(search)}`)
      expect([search, found]).toEqual([search, wanted])
    }
    // Even without the query's filter, the function finds only tasks of the own workspace.
    const rows = await service.deps.db.workspace(mia.workspaceId)`
      select pm_tasks_matching('%press%') as id`
    expect(rows).toHaveLength(1)
  })

  test('search uses the index', async () => {
    await service.deps.db.transaction('system', async (tx) => {
      await tx`set local enable_seqscan = off`
      for (const pattern of ['%press%', '% pr%']) {
        const plan = await tx`explain select id from pm_tasks
          where (' ' || title || ' ' || description) ilike ${pattern}`
        expect(JSON.stringify(plan)).toContain('pm_tasks_text')
      }
    })
  })
})

describe('status and complete', () => {
  test('stay consistent', async () => {
    const { ask, columns } = await onBoard()
    const task = await makeTask(ask, 'launch')
    const path = `/pm/tasks/${task.id}`
    const patch = (body: object) => must(200, ask('PATCH', path, body))
    const done = { complete: true, status: columns.Completed }
    expect(await patch({ complete: true })).toMatchObject({
      ...done,
      completed_at: expect.any(String),
    })
    const open = { complete: false, status: columns['To Do'], completed_at: null }
    expect(await patch({ complete: false })).toMatchObject(open)
    expect(await patch({ status: columns.Completed })).toMatchObject(done)
    expect(await patch({ status: columns.Draft })).toMatchObject({ complete: false })
    expect(
      await must(200, ask('POST', `${path}/move`, { status: columns.Completed })),
    ).toMatchObject(done)
    const made = await makeTask(ask, 'launch', { complete: true })
    expect(made).toMatchObject({ ...done, completed_at: made.created_at })
    const verbs = (await historyOf(ask, task.id)).map(({ verb }: { verb: string }) => verb)
    expect(verbs).toEqual([
      'created',
      'completed',
      'reopened',
      'completed',
      'reopened',
      'completed',
    ])
  })
})

describe('subtasks', () => {
  test('409 for cycles and for more than five levels, even when two are nested at once', async () => {
    const { ask } = await onBoard()
    const chain = [await makeTask(ask, 'launch')]
    for (let level = 2; level <= 5; level++) {
      chain.push(await makeTask(ask, 'launch', { parent: chain.at(-1).id }))
    }
    const deeper = ask('POST', '/pm/tasks', { title: 'x', parent: chain[4].id })
    expect(await refusal(deeper)).toEqual([409, 'subtasks_too_deep'])
    const nest = (task: { id: string }, parent: string | null) =>
      ask('PATCH', `/pm/tasks/${task.id}`, { parent })
    expect(await refusal(nest(chain[0], chain[0].id))).toEqual([409, 'subtask_cycle'])
    expect(await refusal(nest(chain[0], chain[3].id))).toEqual([409, 'subtask_cycle'])
    const loose = await makeTask(ask, 'launch')
    expect(await refusal(nest(chain[0], loose.id))).toEqual([409, 'subtasks_too_deep'])
    await must(200, nest(chain[3], null))
    await must(200, nest(chain[0], loose.id))

    const pairs = await Promise.all(
      Array.from({ length: 5 }, async () => [
        await makeTask(ask, 'launch'),
        await makeTask(ask, 'launch'),
      ]),
    )
    const race = await Promise.all(pairs.flatMap(([a, b]) => [nest(a, b.id), nest(b, a.id)]))
    const statuses = race.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(5).fill(409)])
  })

  test('are deleted with their task, and counted', async () => {
    const { ask } = await onBoard()
    const top = await makeTask(ask, 'launch')
    const part = await makeTask(ask, 'launch', { parent: top.id })
    await makeTask(ask, 'launch')
    await must(204, ask('DELETE', `/pm/tasks/${top.id}`))
    for (const { id } of [top, part]) {
      expect(await refusal(ask('GET', `/pm/tasks/${id}`))).toEqual([404, 'pm_task_not_found'])
      expect((await historyOf(ask, id)).at(-1).verb).toBe('deleted')
    }
    expect((await must(200, ask('GET', '/pm/boards/launch'))).tasks_count).toBe(1)
  })

  test('tasks_count and numbers stay correct under concurrent changes', async () => {
    const { ask } = await onBoard()
    const made = await Promise.all(Array.from({ length: 12 }, () => makeTask(ask, 'launch')))
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(12)
    const ended = [...made.slice(0, 5), ...made.slice(0, 5)].map(({ id }) =>
      ask('DELETE', `/pm/tasks/${id}`),
    )
    await Promise.all([...ended, makeTask(ask, 'launch'), makeTask(ask, 'launch')])
    expect((await must(200, ask('GET', '/pm/boards/launch'))).tasks_count).toBe(9)
    expect((await must(200, ask('GET', '/pm/tasks?board=launch'))).count).toBe(9)
  })
})

describe('/pm/tasks/{task_id}/checklist', () => {
  test('items are added, ticked, renamed, moved and deleted', async () => {
    const { ask } = await onBoard()
    await makeTask(ask, 'launch')
    const path = '/pm/tasks/launch-1/checklist'
    const items: { id: string }[] = []
    for (const title of ['A', 'B', 'C']) items.push(await must(201, ask('POST', path, { title })))
    const [a, b, c] = items as [{ id: string }, { id: string }, { id: string }]
    const shown = async () =>
      (await must(200, ask('GET', '/pm/tasks/launch-1'))).checklist
        .map(({ title, done }: { title: string; done: boolean }) => title + (done ? '!' : ''))
        .join('')
    await must(200, ask('PATCH', `${path}/${b.id}`, { done: true }))
    await must(200, ask('PATCH', `${path}/${c.id}`, { before: a.id, title: 'Z' }))
    await must(200, ask('PATCH', `${path}/${a.id}`, { after: b.id }))
    expect(await shown()).toBe('ZB!A')
    const count = (await historyOf(ask, 'launch-1')).length
    await must(200, ask('PATCH', `${path}/${a.id}`, { after: b.id, title: 'A', done: false }))
    expect(await historyOf(ask, 'launch-1')).toHaveLength(count)
    await must(204, ask('DELETE', `${path}/${c.id}`))
    expect(await shown()).toBe('B!A')
    expect(await refusal(ask('DELETE', `${path}/${c.id}`))).toEqual([
      404,
      'checklist_item_not_found',
    ])
    expect(await refusal(ask('PATCH', `${path}/${a.id}`, { before: c.id }))).toEqual([
      400,
      'before',
    ])
    expect(await refusal(ask('PATCH', `${path}/${a.id}`, { before: b.id, after: b.id }))).toEqual([
      400,
      'after',
    ])
    const ticks = Array.from({ length: 6 }, (_, at) => ask('POST', path, { title: `${at}` }))
    await Promise.all(ticks)
    const { checklist } = await must(200, ask('GET', '/pm/tasks/launch-1'))
    expect(new Set(checklist.map(({ order }: { order: string }) => order)).size).toBe(8)
  })
})

describe('/pm/tasks/{task_id}/attachment', () => {
  test('an asset is attached once, by id or as it was uploaded, and detached', async () => {
    const { mia, ask } = await onBoard()
    const stranger = await service.tenant()
    await makeTask(ask, 'launch')
    const path = '/pm/tasks/launch-1/attachment'
    const one = await uploaded(mia)
    const two = await uploaded(mia)
    expect(await must(201, ask('POST', path, { asset_key: one.asset_key }))).toMatchObject({
      id: one.asset,
      status: 1,
    })
    await must(201, ask('POST', path, { asset_id: one.asset }))
    await must(201, ask('POST', path, { asset_id: two.asset }))
    const { results } = await must(200, ask('GET', path))
    expect(results.map(({ id }: { id: string }) => id)).toEqual([one.asset, two.asset])
    const expanded = await must(200, ask('GET', '/pm/tasks/launch-1?expand=attachments'))
    expect(expanded.attachments).toMatchObject([
      { id: one.asset, name: 'a.png' },
      { id: two.asset },
    ])
    await must(204, ask('DELETE', `${path}/${one.asset}`))
    expect(await refusal(ask('DELETE', `${path}/${one.asset}`))).toEqual([
      404,
      'attachment_not_found',
    ])
    const theirs = await uploaded(stranger)
    const bad: [object, [number, string]][] = [
      [{ asset_id: theirs.asset }, [404, 'asset_not_found']],
      [{ asset_key: theirs.asset_key }, [404, 'asset_not_found']],
      [{ asset_key: 'uploads/../x' }, [404, 'asset_not_found']],
      [{ asset_id: uuid }, [404, 'asset_not_found']],
      [{}, [400, 'asset_id']],
    ]
    for (const [body, wanted] of bad) {
      expect([body, await refusal(ask('POST', path, body))]).toEqual([body, wanted])
    }
    const verbs = (await historyOf(ask, 'launch-1')).map(({ verb }: { verb: string }) => verb)
    expect(verbs).toEqual(['created', 'attached', 'attached', 'detached'])
  })
})

describe('dependencies', () => {
  const link = (ask: Ask, from: { id: string }, to: { id: string }, relation_type = 'BLOCKS') =>
    ask('POST', `/pm/tasks/${from.id}/add_dependency`, { target_task_id: to.id, relation_type })

  test('are shown from both sides, recorded in both histories, and removed', async () => {
    const { ask } = await onBoard()
    const [a, b] = [
      await makeTask(ask, 'launch', { title: 'A' }),
      await makeTask(ask, 'launch', { title: 'B' }),
    ]
    const of = (task: { id: string }) => must(200, ask('GET', `/pm/tasks/${task.id}/dependencies`))
    const blocks = await must(200, link(ask, a, b))
    expect(blocks).toMatchObject({ blocks: [{ id: b.id, slug: 'LAUNCH-2' }], is_blocked: false })
    await must(200, link(ask, a, b))
    expect(await of(b)).toMatchObject({ blocks: [], blocked_by: [{ id: a.id }], is_blocked: true })
    await must(200, link(ask, b, a, 'RELATES_TO'))
    await must(200, link(ask, a, b, 'RELATES_TO'))
    await must(200, link(ask, a, b, 'DUPLICATES'))
    const relations = async (task: { id: string }) =>
      (await of(task)).related.map((one: { relation_type: string }) => one.relation_type).sort()
    expect(await relations(a)).toEqual(['DUPLICATES', 'RELATES_TO'])
    expect(await relations(b)).toEqual(['DUPLICATED_BY', 'RELATES_TO'])
    const last = (await historyOf(ask, b.id)).at(1)
    expect(last).toMatchObject({
      verb: 'dependency_added',
      changes: [{ field: 'blocked_by', old: null, new: a.id, new_display: 'LAUNCH-1 A' }],
    })
    expect([(await historyOf(ask, a.id)).length, (await historyOf(ask, b.id)).length]).toEqual([
      4, 4,
    ])
    const remove = (body: object) => ask('POST', `/pm/tasks/${a.id}/remove_dependency`, body)
    await must(200, remove({ target_task_id: 'launch-2', relation_type: 'BLOCKS' }))
    expect(await refusal(remove({ target_task_id: b.id, relation_type: 'BLOCKS' }))).toEqual([
      404,
      'dependency_not_found',
    ])
    expect(await must(200, remove({ target_task_id: b.id }))).toMatchObject({ related: [] })
    expect((await historyOf(ask, a.id)).at(-1).changes).toHaveLength(2)
    expect(await refusal(link(ask, a, a))).toEqual([400, 'target_task_id'])
    expect(await refusal(link(ask, a, { id: uuid }))).toEqual([404, 'pm_task_not_found'])
    expect(await refusal(link(ask, a, b, 'LIKES'))).toEqual([400, 'relation_type'])
  })

  test('409 for cycles, and for one of two links that form one together', async () => {
    const { ask } = await onBoard()
    const makeSome = (count: number) =>
      Promise.all(Array.from({ length: count }, () => makeTask(ask, 'launch')))
    const [a, b, c] = await makeSome(3)
    await must(200, link(ask, a, b))
    await must(200, link(ask, b, c))
    expect(await refusal(link(ask, b, a))).toEqual([409, 'dependency_cycle'])
    expect(await refusal(link(ask, c, a))).toEqual([409, 'dependency_cycle'])
    await must(200, link(ask, c, a, 'RELATES_TO'))
    await must(200, link(ask, a, c))
    // Two links with no task in common close a cycle with the two existing ones.
    const circles = await Promise.all(Array.from({ length: 5 }, () => makeSome(4)))
    for (const [d, e, f, g] of circles) {
      await must(200, link(ask, d, e))
      await must(200, link(ask, f, g))
    }
    const race = await Promise.all(
      circles.flatMap(([d, e, f, g]) => [link(ask, e, f), link(ask, g, d)]),
    )
    const statuses = race.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(5).fill(409)])
  })

  test('400 for a task with itself, 404 for one that is missing or in another workspace', async () => {
    const { ask } = await onBoard()
    const task = await makeTask(ask, 'launch')
    const theirs = await taskOf(await service.tenant())
    expect(await refusal(link(ask, task, task))).toEqual([400, 'target_task_id'])
    expect(await refusal(link(ask, task, task, 'CAUSES'))).toEqual([400, 'relation_type'])
    for (const other of [theirs, { id: uuid }]) {
      expect(await refusal(link(ask, task, other))).toEqual([404, 'pm_task_not_found'])
    }
    const { blocks } = await must(200, ask('GET', `/pm/tasks/${task.id}/dependencies`))
    expect(blocks).toEqual([])
  })

  test('409 with the names of the blockers for every way to complete a blocked task', async () => {
    const { mia, ask, columns } = await onBoard()
    const jo = await service.colleague(mia, 'member')
    const secret = await makeBoard(ask, { title: 'Secret', access: 0 })
    const a = await makeTask(ask, 'launch', { title: 'Choose pictures', status: columns.Draft })
    const b = await makeTask(ask, 'launch', { title: 'Print', status: columns.Draft })
    const hidden = await makeTask(ask, secret.id, { title: 'Hidden budget' })
    await must(200, link(ask, a, b))
    const path = `/pm/tasks/${b.id}`
    const ways = [
      () => ask('PATCH', path, { complete: true }),
      () => ask('PATCH', path, { status: columns.Completed }),
      () => ask('POST', `${path}/move`, { status: columns.Completed }),
    ]
    for (const complete of ways) {
      const answer = await complete()
      expect([answer.status, answer.body.detail]).toEqual([
        409,
        'The task is blocked by LAUNCH-1 “Choose pictures”.',
      ])
    }
    // A task can be completed together with its blockers.
    const move = { target_status_id: columns.Completed }
    await must(200, ask('POST', `/pm/status/${columns.Draft}/move`, move))
    await must(200, ask('PATCH', path, { complete: false }))
    await must(200, link(ask, hidden, b))
    const { status, body } = await asker(jo)('PATCH', path, { complete: true })
    expect([status, body.detail]).toEqual([409, 'The task is blocked by 1 that you cannot see.'])
    const seen = await must(200, asker(jo)('GET', `${path}/dependencies`))
    expect(seen.blocked_by.map((one: { title: string }) => one.title)).toEqual(['Choose pictures'])
    expect(seen.is_blocked).toBe(true)
    expect(await refusal(link(asker(jo), b, hidden))).toEqual([404, 'pm_task_not_found'])
    await must(204, ask('DELETE', `/pm/tasks/${hidden.id}`))
    await must(200, ask('PATCH', path, { complete: true }))
  })
})

describe('clone and move', () => {
  test('201 a copy comes after its original, with its subtasks if requested', async () => {
    const { mia, ask, columns } = await onBoard()
    const { asset } = await uploaded(mia)
    const top = await makeTask(ask, 'launch', {
      title: 'Top',
      tags: ['x'],
      assignees: [mia.userId],
    })
    await makeTask(ask, 'launch', { title: 'Part', parent: top.id, status: columns['To Do'] })
    await makeTask(ask, 'launch', { title: 'Next' })
    await must(201, ask('POST', `/pm/tasks/${top.id}/checklist`, { title: 'One', done: true }))
    await must(201, ask('POST', `/pm/tasks/${top.id}/attachment`, { asset_id: asset }))
    const copy = await must(201, ask('POST', '/pm/tasks/launch-1/clone', { with_subtasks: true }))
    expect(copy).toMatchObject({
      slug: 'LAUNCH-4',
      title: 'Top (copy)',
      tags: top.tags,
      assignees: [mia.userId],
      attachments: [asset],
      checklist: [{ title: 'One', done: true }],
      subtasks: [expect.any(String)],
    })
    expect(await must(200, ask('GET', `/pm/tasks/${copy.id}`))).toEqual(copy)
    await must(201, ask('POST', '/pm/tasks/launch-1/clone', { title: 'Other' }))
    expect(await titles(ask, `status=${columns.Draft}&sort=order`)).toEqual([
      'Top',
      'Other',
      'Top (copy)',
      'Next',
    ])
    expect((await must(200, ask('GET', '/pm/boards/launch'))).tasks_count).toBe(6)
  })

  test('200 before, after, to the end, to another column; staying writes nothing', async () => {
    const { ask, columns } = await onBoard()
    for (const title of ['A', 'B', 'C', 'D']) await makeTask(ask, 'launch', { title })
    const move = (number: number, body: object) =>
      ask('POST', `/pm/tasks/launch-${number}/move`, body)
    const column = async (title: string) =>
      (await titles(ask, `status=${columns[title]}&sort=order`)).join('')
    await must(200, move(4, { before: 'launch-1' }))
    expect(await column('Draft')).toBe('DABC')
    await must(200, move(4, { after: 'launch-2' }))
    expect(await column('Draft')).toBe('ABDC')
    await must(200, move(1, {}))
    expect(await column('Draft')).toBe('BDCA')
    await must(200, move(1, { status: columns['To Do'] }))
    await must(200, move(2, { status: columns['To Do'], before: 'launch-1' }))
    expect([await column('Draft'), await column('To Do')]).toEqual(['DC', 'BA'])
    const count = (await historyOf(ask, 'launch-2')).length
    await must(200, move(2, { before: 'launch-1' }))
    await must(200, move(2, { before: 'launch-1', status: columns['To Do'] }))
    expect(await historyOf(ask, 'launch-2')).toHaveLength(count)
    expect(await refusal(move(1, { before: 'launch-1' }))).toEqual([400, 'before'])
    expect(await refusal(move(1, { before: 'launch-4' }))).toEqual([400, 'before'])
    expect(await refusal(move(1, { after: uuid }))).toEqual([400, 'after'])
    expect(await refusal(move(1, { before: 'launch-2', after: 'launch-2' }))).toEqual([
      400,
      'after',
    ])
    expect(await refusal(move(1, { board: 'nowhere' }))).toEqual([404, 'board_not_found'])
    expect(await refusal(move(1, { status: uuid }))).toEqual([400, 'status'])
  })

  test('many concurrent moves each end at the intended position', async () => {
    const { mia, ask, columns } = await onBoard()
    const ids: string[] = []
    for (let at = 0; at < 8; at++) ids.push((await makeTask(ask, 'launch')).id)
    const pick = (at: number) => ids[at % ids.length] as string
    const drags = Array.from({ length: 60 }, (_, at) => {
      // Mostly into the same gap, which is where duplicate keys would occur.
      const anchor = pick(at % 3 ? 0 : at * 7)
      const task = pick(at * 5 + 1) === anchor ? pick(at * 5 + 2) : pick(at * 5 + 1)
      return { task, anchor, side: at % 4 ? 'after' : 'before' }
    })
    await Promise.all(
      drags.map(({ task, side, anchor }, at) => {
        const named = asker(mia, { 'x-request-id': `drag-${at}` })
        return must(200, named('POST', `/pm/tasks/${task}/move`, { [side]: anchor }))
      }),
    )
    // A drag locks the board when it writes its entry, so the entry ids give the order. A drag that
    // does not change the position has no entry.
    const rows = await service.deps.db.system<{ task: string; key: string; drag: string }>`
      select a.task_id as task, c.change ->> 'new' as key, a.request_id as drag from pm_activity a
        cross join jsonb_array_elements(a.changes) as c (change)
      where a.task_id = any(${ids}::uuid[]) and c.change ->> 'field' = 'order' order by a.id`
    const keys = new Map<string, string>()
    const inOrder = () => [...keys].toSorted(([, a], [, b]) => (a < b ? -1 : 1)).map(([id]) => id)
    for (const { task, key, drag } of rows) {
      keys.set(task, key)
      expect(new Set(keys.values()).size).toBe(keys.size)
      const meant = drags[Number(drag.split('-')[1])]
      if (!drag.startsWith('drag-') || !meant) continue
      const now = inOrder()
      const side = now.indexOf(task) < now.indexOf(meant.anchor) ? 'before' : 'after'
      const distance = Math.abs(now.indexOf(task) - now.indexOf(meant.anchor))
      expect([side, distance]).toEqual([meant.side, 1])
    }
    const { results } = await must(200, ask('GET', `/pm/tasks?status=${columns.Draft}&sort=order`))
    expect(results.map(({ id }: { id: string }) => id)).toEqual(inOrder())
    expect(rows.length).toBeGreaterThan(20)
  })

  test('a column whose keys have grown too long gets short ones again, in the same order', async () => {
    const { ask, columns } = await onBoard()
    for (const title of ['A', 'B', 'C']) await makeTask(ask, 'launch', { title })
    const long = `${'V'.repeat(400)}`
    await service.deps.db.system`update pm_tasks set sort_key = ${`${long}1`} where number = 1`
    await service.deps.db.system`update pm_tasks set sort_key = ${`${long}2`} where number = 2`
    await service.deps.db.system`update pm_tasks set sort_key = 'W' where number = 3`
    await must(200, ask('POST', '/pm/tasks/launch-3/move', { after: 'launch-1' }))
    const { results } = await must(200, ask('GET', `/pm/tasks?status=${columns.Draft}&sort=order`))
    expect(results.map(({ title }: { title: string }) => title)).toEqual(['A', 'C', 'B'])
    for (const { order } of results) expect(order.length).toBeLessThan(20)
  })
})
