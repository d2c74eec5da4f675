import { describe, expect, test } from 'vitest'
import { type Tenant, useService } from '../../../test/harness.ts'
import type { Status } from './statuses/schemas.ts'
import { askerOf, columnsOf, makeBoard, makeTask, must, refusal } from './test-boards.ts'

const service = useService()
const asker = askerOf(service)
const uuid = '123e4567-e89b-42d3-a456-426614174000'

async function makeSpace(mia: Tenant, ...people: Tenant[]): Promise<string> {
  const spaces = '/workspaces/teamspaces'
  const { id } = await must(201, asker(mia)('POST', spaces, { name: 'Space' }))
  for (const { userId } of people) {
    await must(201, asker(mia)('POST', `${spaces}/${id}/members`, { user_id: userId }))
  }
  return String(id)
}

async function eventsOf(workspaceId: number): Promise<string[]> {
  const rows = await service.deps.db.system<{ type: string }>`
    select type from events where workspace_id = ${workspaceId} and type like 'pm_board%' order by id`
  return rows.map(({ type }) => type)
}

describe('POST and GET /pm/boards', () => {
  test('201 with the four columns; expanded it holds them and its people', async () => {
    const mia = await service.tenant()
    const ask = asker(mia)
    const board = await makeBoard(ask, { title: ' Autumn launch ', description: 'All of it' })
    expect(board).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      slug: 'autumn-launch',
      title: 'Autumn launch',
      description: 'All of it',
      access: 2,
      primary_type: 'PM',
      extra: {},
      space_id: null,
      statuses: expect.arrayContaining([expect.any(String)]),
      creator: mia.userId,
      modifier: mia.userId,
      tasks_count: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    const expanded = `/pm/boards/${board.slug}?expand=statuses,creator,modifier`
    const body = await must(200, ask('GET', expanded))
    const person = { id: mia.userId, first_name: 'Test', last_name: 'Person', email: mia.email }
    expect(body).toMatchObject({ id: board.id, creator: person, modifier: person })
    expect(body.statuses.map((one: Status) => [one.title, one.category, one.order])).toEqual([
      ['Draft', 'backlog', 0],
      ['To Do', 'todo', 1],
      ['In Progress', 'in_progress', 2],
      ['Completed', 'done', 3],
    ])
    expect(body.statuses.map(({ id }: { id: string }) => id)).toEqual(board.statuses)
    const list = await must(200, ask('GET', '/pm/boards?expand=creator&search=LAUNCH'))
    expect(list).toMatchObject({ count: 1, next: null, previous: null })
    expect(list.results[0].creator).toEqual(person)
    expect(await eventsOf(mia.workspaceId)).toEqual(['pm_board.created'])
  })

  test('slugs: numbered where taken, kept after renaming, free after deleting', async () => {
    const ask = asker(await service.tenant())
    const first = await makeBoard(ask)
    expect((await makeBoard(ask)).slug).toBe('launch-2')
    expect((await makeBoard(ask, { title: uuid })).slug).toBe(`board-${uuid}`)
    expect((await makeBoard(ask, { title: '日本' })).slug).toBe('board')
    const renamed = { slug: 'autumn', title: 'Autumn' }
    await must(200, ask('PATCH', '/pm/boards/launch', renamed))
    for (const slug of ['launch', 'LAUNCH', 'autumn']) {
      expect(await must(200, ask('GET', `/pm/boards/${slug}`))).toMatchObject({
        id: first.id,
        slug: 'autumn',
      })
    }
    const taken = ask('POST', '/pm/boards', { title: 'x', slug: 'launch' })
    expect(await refusal(taken)).toEqual([409, 'slug_taken'])
    await must(200, ask('PATCH', '/pm/boards/autumn', { slug: 'launch' }))
    await must(204, ask('DELETE', '/pm/boards/launch'))
    expect(await refusal(ask('GET', '/pm/boards/autumn'))).toEqual([404, 'board_not_found'])
    expect((await makeBoard(ask, { slug: 'launch' })).id).not.toBe(first.id)
  })

  test('409 for all but one of many who want the same slug at once', async () => {
    const ask = asker(await service.tenant())
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ask('POST', '/pm/boards', { title: 'x', slug: 'same' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
  })

  test('400 for invalid input', async () => {
    const ask = asker(await service.tenant())
    const board = await makeBoard(ask)
    const stranger = await service.tenant()
    const theirSpace = Number(await makeSpace(stranger, stranger))
    const bad: [string, string, unknown, string][] = [
      ['POST', '/pm/boards', { title: ' ' }, 'title'],
      ['POST', '/pm/boards', { title: 'x', slug: uuid }, 'slug'],
      ['POST', '/pm/boards', { title: 'x', slug: 'A b' }, 'slug'],
      ['POST', '/pm/boards', { title: 'x', access: 3 }, 'access'],
      ['POST', '/pm/boards', { title: 'x', space_id: 2_000_000_000 }, 'space_id'],
      ['POST', '/pm/boards', { title: 'x', space_id: theirSpace }, 'space_id'],
      ['PATCH', `/pm/boards/${board.id}`, { space_id: theirSpace }, 'space_id'],
      ['POST', '/pm/boards', { title: 'x', extra: { a: 'x'.repeat(70_000) } }, 'extra'],
      // The limit counts bytes, not characters.
      ['POST', '/pm/boards', { title: 'x', extra: { a: '€'.repeat(30_000) } }, 'extra'],
      ['POST', `/pm/boards/${board.id}/clone`, { slug: uuid }, 'slug'],
      ['PATCH', `/pm/boards/${board.id}`, { slug: uuid }, 'slug'],
      ['GET', '/pm/boards?page=0', undefined, 'page'],
      ['GET', '/pm/boards?page_size=0', undefined, 'page_size'],
      ['GET', '/pm/boards?per_page=0', undefined, 'per_page'],
      ['GET', '/pm/boards?page=1000000001', undefined, 'page'],
      ['GET', '/pm/boards?sort=colour', undefined, 'sort'],
      ['GET', '/pm/boards?expand=tasks', undefined, 'expand'],
      ['GET', `/pm/boards/${board.id}?expand=statuses,owner`, undefined, 'expand'],
    ]
    for (const [method, path, body, field] of bad) {
      expect([path, body, await refusal(ask(method, path, body))]).toEqual([
        path,
        body,
        [400, field],
      ])
    }
    const { body } = await ask('GET', `/pm/boards/${board.id}?expand=owner`)
    expect(body.detail).toContain('use statuses, creator, modifier')
    const far = await must(200, ask('GET', '/pm/boards?page=1000000000'))
    expect([far.count, far.results]).toEqual([1, []])
    const sorted = await ask('GET', '/pm/boards?sort=colour')
    expect(sorted.body.detail).toContain('sort: is not allowed; use page, page_size')
    // A title may look like an id, but the slug derived from it does not.
    const odd = await makeBoard(ask, { title: uuid })
    expect(odd.slug).toBe(`board-${uuid}`)
    expect(await must(200, ask('GET', `/pm/boards/${odd.slug}`))).toEqual(odd)
    await must(404, ask('GET', `/pm/boards/${uuid}`))
  })

  test('everything on a board is paged the same way', async () => {
    const ask = asker(await service.tenant())
    await makeBoard(ask)
    for (const path of [
      'boards/launch/members',
      'boards/launch/status',
      'boards/launch/fields',
      'tags',
    ]) {
      const list = `/pm/${path}`
      for (const query of ['page=0', 'page=1000000001', 'page_size=0', 'page_size=101']) {
        const [name] = query.split('=')
        expect([path, await refusal(ask('GET', `${list}?${query}`))]).toEqual([path, [400, name]])
      }
      const far = await must(200, ask('GET', `${list}?page=1000000000&page_size=100`))
      expect([path, far.results, far.next]).toEqual([path, [], null])
    }
  })
})

describe('PATCH and DELETE /pm/boards/{board_id}', () => {
  test('200 changes the given fields and publishes an event; repeating it publishes none', async () => {
    const mia = await service.tenant()
    const ask = asker(mia)
    await makeBoard(ask)
    const change = { description: 'New', extra: { a: [1, null] } }
    expect(await must(200, ask('PATCH', '/pm/boards/launch', change))).toMatchObject(change)
    await must(200, ask('PATCH', '/pm/boards/launch', change))
    await must(200, ask('PATCH', '/pm/boards/launch', {}))
    expect(await eventsOf(mia.workspaceId)).toEqual(['pm_board.created', 'pm_board.updated'])
  })

  test('412 for an outdated version, 304 for the same', async () => {
    const mia = await service.tenant()
    const ask = asker(mia)
    await makeBoard(ask)
    const { headers } = await ask('GET', '/pm/boards/launch')
    const etag = headers.etag as string
    const known = await asker(mia, { 'if-none-match': etag })('GET', '/pm/boards/launch')
    expect(known.status).toBe(304)
    const careful = asker(mia, { 'if-match': etag })
    await must(200, careful('PATCH', '/pm/boards/launch', { title: 'Other' }))
    await must(412, careful('PATCH', '/pm/boards/launch', { title: 'Third' }))
    await must(412, careful('DELETE', '/pm/boards/launch'))
    await must(204, ask('DELETE', '/pm/boards/launch'))
    await must(404, ask('DELETE', '/pm/boards/launch'))
  })
})

describe('who sees and changes a board', () => {
  test('private, protected and public, for everyone who might ask', async () => {
    const owner = await service.tenant()
    const [maker, member, other, admin, guest] = await Promise.all([
      service.colleague(owner, 'member'),
      service.colleague(owner, 'member'),
      service.colleague(owner, 'member'),
      service.colleague(owner, 'admin'),
      service.colleague(owner, 'guest'),
    ])
    const read = async (who: Tenant, path: string) => (await asker(who)('GET', path)).status
    for (const [access, reads, writes] of [
      [0, 404, 404],
      [1, 200, 403],
      [2, 200, 200],
    ] as const) {
      const board = await makeBoard(asker(maker), { title: `Access ${access}`, access })
      const path = `/pm/boards/${board.id}`
      const task = await makeTask(asker(maker), board.id)
      await must(201, asker(maker)('POST', `${path}/members`, { user_id: member.userId }))
      for (const who of [maker, member, admin, owner]) {
        expect([access, await read(who, path)]).toEqual([access, 200])
        await must(200, asker(who)('PATCH', path, { description: `By ${who.userId}` }))
        await must(201, asker(who)('POST', '/pm/tasks', { board: board.slug, title: 'x' }))
      }
      const stranger = asker(other)
      const pages = [path, `${path}/status`, `${path}/fields`, `${path}/members`]
      for (const page of [...pages, `/pm/tasks/${task.slug}`, `/pm/tasks/${task.id}/activity`]) {
        expect([page, await read(other, page)]).toEqual([page, reads])
      }
      const changed = await stranger('PATCH', path, { description: 'Mine' })
      const made = await stranger('POST', '/pm/tasks', { board: board.id, title: 'x' })
      const edited = await stranger('PATCH', `/pm/tasks/${task.id}`, { title: 'Mine' })
      const statuses = [changed.status, made.status, edited.status]
      expect([access, statuses]).toEqual([access, [writes, writes === 200 ? 201 : writes, writes]])
      // Only the board's own people may change who sees it.
      for (const [method, body] of [
        ['PATCH', { access: 0 }],
        ['DELETE', undefined],
      ] as const) {
        expect((await stranger(method, path, body)).status).toBe(access === 0 ? 404 : 403)
      }
      const listed = await must(200, stranger('GET', `/pm/boards?access=${access}`))
      const tasks = await must(200, stranger('GET', '/pm/tasks?page_size=100'))
      const seen = tasks.results.some((one: { board: string }) => one.board === board.id)
      expect([access, listed.count, seen]).toEqual([access, access === 0 ? 0 : 1, access > 0])
      expect(await read(guest, path)).toBe(403)
    }
  })

  test('a board of a teamspace is visible to the members of the space', async () => {
    const mia = await service.tenant()
    const jo = await service.colleague(mia, 'member')
    const sam = await service.colleague(mia, 'member')
    const space = await makeSpace(mia, jo)
    const inSpace = asker(jo, { space })
    const own = await makeBoard(inSpace, { title: 'Of the space' })
    const open = await makeBoard(asker(jo), { title: 'Of all' })
    const named = await makeBoard(asker(jo), { title: 'Named', space_id: Number(space) })
    expect([own.space_id, open.space_id, named.space_id]).toEqual([
      Number(space),
      null,
      Number(space),
    ])
    const slugs = async (ask: ReturnType<typeof asker>) =>
      (await must(200, ask('GET', '/pm/boards'))).results.map(({ slug }: { slug: string }) =>
        // The slug of a restricted board has an unguessable suffix.
        slug.replace(/-[0-9a-f]{6}$/, ''),
      )
    expect(await slugs(inSpace)).toEqual(['named', 'of-the-space'])
    expect(await slugs(asker(jo))).toEqual(['named', 'of-all', 'of-the-space'])
    expect(await slugs(asker(sam))).toEqual(['of-all'])
    expect(await slugs(asker(mia))).toEqual(['named', 'of-all', 'of-the-space'])
    await must(404, inSpace('GET', `/pm/boards/${open.id}`))
    await must(404, asker(sam)('GET', `/pm/boards/${own.id}`))
    const sneaking = asker(sam)('POST', '/pm/boards', { title: 'x', space_id: Number(space) })
    expect(await refusal(sneaking)).toEqual([400, 'space_id'])
    expect(await refusal(inSpace('POST', '/pm/boards', { title: 'x', space_id: null }))).toEqual([
      400,
      'space_id',
    ])
    // When the space is deleted, only administrators can access its boards.
    await must(204, asker(mia)('DELETE', `/workspaces/teamspaces/${space}`))
    await must(404, asker(sam)('GET', `/pm/boards/${named.id}`))
    await must(200, asker(mia)('PATCH', `/pm/boards/${named.id}`, { space_id: null }))
    await must(200, asker(sam)('GET', `/pm/boards/${named.id}`))
  })

  test('members come and go', async () => {
    const mia = await service.tenant()
    const jo = await service.colleague(mia, 'member')
    const stranger = await service.tenant()
    const ask = asker(mia)
    await makeBoard(ask, { access: 0 })
    const path = '/pm/boards/launch/members'
    const outsider = ask('POST', path, { user_id: stranger.userId })
    expect(await refusal(outsider)).toEqual([400, 'user_id'])
    await must(201, ask('POST', path, { user_id: jo.userId }))
    await must(201, ask('POST', path, { user_id: jo.userId }))
    expect((await must(200, ask('GET', path))).results).toMatchObject([{ id: jo.userId }])
    await must(200, asker(jo)('GET', '/pm/boards/launch'))
    await must(204, ask('DELETE', `${path}/${jo.userId}`))
    expect((await ask('DELETE', `${path}/${jo.userId}`)).body.code).toBe('board_member_not_found')
    await must(404, asker(jo)('GET', '/pm/boards/launch'))
  })
})

describe('/pm/boards/{board_id}/clone', () => {
  test('201 with columns and fields, and with tasks if requested', async () => {
    const ask = asker(await service.tenant())
    const board = await makeBoard(ask)
    const { 'To Do': todo = '' } = await columnsOf(ask, 'launch')
    await must(200, ask('PATCH', `/pm/boards/launch/status/${todo}`, { title: 'Next' }))
    await must(201, ask('POST', '/pm/boards/launch/fields', { name: 'Size', kind: 'number' }))
    const top = { status: todo, custom_fields: { size: 3 }, tags: ['a'] }
    const parent = await makeTask(ask, 'launch', { title: 'Top', ...top })
    await must(201, ask('POST', `/pm/tasks/${parent.id}/checklist`, { title: 'One' }))
    await makeTask(ask, 'launch', { title: 'Part', parent: parent.slug })

    const empty = await must(201, ask('POST', '/pm/boards/launch/clone'))
    expect(empty).toMatchObject({ title: 'Launch (copy)', slug: 'launch-copy', tasks_count: 0 })
    const columns = await columnsOf(ask, empty.id)
    expect(Object.keys(columns)).toEqual(['Draft', 'Next', 'In Progress', 'Completed'])
    expect(Object.values(columns)).not.toContain(todo)

    const wanted = { title: 'Spring', with_tasks: true }
    const full = await must(201, ask('POST', `/pm/boards/${board.id}/clone`, wanted))
    expect(full).toMatchObject({ slug: 'spring', tasks_count: 2 })
    const { results } = await must(200, ask('GET', '/pm/tasks?board=spring&sort=number'))
    expect(results).toMatchObject([
      { slug: 'SPRING-1', title: 'Top', custom_fields: { size: 3 }, tags: parent.tags },
      { slug: 'SPRING-2', title: 'Part', parent: results[0].id },
    ])
    expect(results[0].status).toBe((await columnsOf(ask, 'spring')).Next)
    expect(results[0].checklist).toMatchObject([{ title: 'One' }])
    const { count } = await must(200, ask('GET', '/pm/boards/spring/fields'))
    expect(count).toBe(1)
  })
})

describe('/pm/boards/{board_id}/status', () => {
  test('201, 200, 204: columns are added, moved, changed and deleted', async () => {
    const ask = asker(await service.tenant())
    await makeBoard(ask)
    const path = '/pm/boards/launch/status'
    const review = { title: 'Review', color: '#8e5bd0', order: 2, category: 'in_progress' }
    const made = await must(201, ask('POST', path, review))
    expect(made).toMatchObject({ ...review, description: '' })
    const titles = async () => Object.keys(await columnsOf(ask, 'launch'))
    expect(await titles()).toEqual(['Draft', 'To Do', 'Review', 'In Progress', 'Completed'])
    const moved = await must(200, ask('PATCH', `${path}/${made.id}`, { order: 0, title: 'Look' }))
    expect(moved).toMatchObject({ order: 0, title: 'Look', color: '#8e5bd0' })
    expect(await titles()).toEqual(['Look', 'Draft', 'To Do', 'In Progress', 'Completed'])
    expect(await must(200, ask('GET', `${path}/${made.id}`))).toEqual(moved)
    await must(204, ask('DELETE', `${path}/${made.id}`))
    expect(await refusal(ask('GET', `${path}/${made.id}`))).toEqual([404, 'status_not_found'])
    const { results } = await must(200, ask('GET', `${path}?page_size=3`))
    expect(results.map(({ order }: { order: number }) => order)).toEqual([0, 1, 2])
  })

  test('409 for one with tasks; move_to moves them, in their order', async () => {
    const ask = asker(await service.tenant())
    await makeBoard(ask)
    const { Draft = '', 'To Do': todo = '', Completed = '' } = await columnsOf(ask, 'launch')
    for (const title of ['1', '2', '3']) await makeTask(ask, 'launch', { title, status: Draft })
    await makeTask(ask, 'launch', { title: '0', status: todo })
    const path = `/pm/boards/launch/status/${Draft}`
    expect(await refusal(ask('DELETE', path))).toEqual([409, 'status_has_tasks'])
    expect(await refusal(ask('DELETE', `${path}?move_to=${Draft}`))).toEqual([400, 'move_to'])
    expect(await refusal(ask('DELETE', `${path}?move_to=${uuid}`))).toEqual([400, 'move_to'])
    await must(204, ask('DELETE', `${path}?move_to=${todo}`))
    const inTodo = `/pm/tasks?status=${todo}&sort=order`
    const order = async (list: string) =>
      (await must(200, ask('GET', list))).results.map(({ title }: { title: string }) => title)
    expect(await order(inTodo)).toEqual(['0', '1', '2', '3'])

    const move = { target_status_id: Completed }
    expect(await must(200, ask('POST', `/pm/status/${todo}/move`, move))).toEqual({ moved: 4 })
    expect(await order(`/pm/tasks?status=${Completed}&complete=true&sort=order`)).toHaveLength(4)
    expect(await must(200, ask('POST', `/pm/status/${todo}/move`, move))).toEqual({ moved: 0 })
  })

  test('tasks follow the meaning of their column; a board keeps an open and a done one', async () => {
    const ask = asker(await service.tenant())
    await makeBoard(ask)
    const columns = await columnsOf(ask, 'launch')
    const path = (title: string) => `/pm/boards/launch/status/${columns[title]}`
    const task = await makeTask(ask, 'launch')
    await must(200, ask('PATCH', path('Draft'), { category: 'done' }))
    expect((await must(200, ask('GET', `/pm/tasks/${task.id}`))).complete).toBe(true)
    await must(200, ask('PATCH', path('Draft'), { category: 'backlog' }))
    expect((await must(200, ask('GET', `/pm/tasks/${task.id}`))).complete).toBe(false)
    expect(await refusal(ask('PATCH', path('Completed'), { category: 'todo' }))).toEqual([
      409,
      'last_status',
    ])
    expect(await refusal(ask('DELETE', path('Completed')))).toEqual([409, 'last_status'])
  })

  test('400 for invalid columns', async () => {
    const ask = asker(await service.tenant())
    await makeBoard(ask)
    const other = await makeBoard(ask, { title: 'Other' })
    const { Draft } = await columnsOf(ask, 'launch')
    const path = '/pm/boards/launch/status'
    const bad: [object, string][] = [
      [{ title: 'x'.repeat(33) }, 'title'],
      [{ title: 'x', color: 'red' }, 'color'],
      [{ title: 'x', color: '#12345' }, 'color'],
      [{ title: 'x', order: -1 }, 'order'],
      [{ title: 'x', category: 'later' }, 'category'],
    ]
    for (const [body, field] of bad) {
      expect([body, await refusal(ask('POST', path, body))]).toEqual([body, [400, field]])
    }
    const foreign = ask('POST', `/pm/status/${Draft}/move`, { target_status_id: other.statuses[0] })
    expect(await refusal(foreign)).toEqual([400, 'target_status_id'])
    expect(await refusal(ask('GET', `/pm/boards/${other.id}/status/${Draft}`))).toEqual([
      404,
      'status_not_found',
    ])
  })
})

describe('/pm/boards/{board_id}/fields', () => {
  test('values are checked by kind, removed by null, and kept when the field is deleted', async () => {
    const mia = await service.tenant()
    const jo = await service.colleague(mia, 'member')
    const ask = asker(mia)
    await makeBoard(ask)
    const path = '/pm/boards/launch/fields'
    const fields = [
      { name: 'Note', kind: 'text' },
      { name: 'Story points', kind: 'number' },
      { name: 'Shoot', kind: 'date' },
      { name: 'Channel', kind: 'select', options: ['Mail', 'Print'] },
      { name: 'Paid', kind: 'checkbox' },
      { name: 'Brief', kind: 'url' },
      { name: 'Reviewer', kind: 'person' },
    ]
    const made = []
    for (const field of fields) made.push(await must(201, ask('POST', path, field)))
    const keys = ['note', 'story_points', 'shoot', 'channel', 'paid', 'brief', 'reviewer']
    expect(made.map(({ key }) => key)).toEqual(keys)
    const good = {
      note: 'A',
      story_points: 2.5,
      shoot: '2026-02-28',
      channel: 'Mail',
      paid: false,
      brief: 'https://example.com/a?b=c',
      reviewer: jo.userId,
    }
    const task = await makeTask(ask, 'launch', { custom_fields: good })
    expect(task.custom_fields).toEqual(good)
    const bad: Record<string, unknown[]> = {
      note: [1, 'x'.repeat(5001)],
      story_points: ['1', true],
      shoot: ['2026-02-30', '2026-2-3', '0000-01-01', 5],
      channel: ['Radio', 1],
      paid: ['yes', 0],
      brief: ['example.com', 'javascript:alert(1)', 'https://a b'],
      reviewer: [2_000_000_000, 1.5, 'me', -1],
      nonsense: [1],
    }
    for (const [key, values] of Object.entries(bad)) {
      for (const value of values) {
        const body = { custom_fields: { [key]: value } }
        const answer = ask('PATCH', `/pm/tasks/${task.id}`, body)
        expect([key, value, await refusal(answer)]).toEqual([
          key,
          value,
          [400, `custom_fields.${key}`],
        ])
      }
    }
    const { paid: _, ...rest } = good
    const changed = { custom_fields: { paid: null, note: 'B' } }
    const after = await must(200, ask('PATCH', `/pm/tasks/${task.id}`, changed))
    expect(after.custom_fields).toEqual({ ...rest, note: 'B' })

    const select = made[3]
    await must(200, ask('PATCH', `${path}/${select.id}`, { options: ['Print'], name: 'Where' }))
    await must(204, ask('DELETE', `${path}/${made[0].id}`))
    expect(await refusal(ask('DELETE', `${path}/${made[0].id}`))).toEqual([404, 'field_not_found'])
    const kept = await must(200, ask('GET', `/pm/tasks/${task.id}`))
    expect(kept.custom_fields).toMatchObject({ note: 'B', channel: 'Mail' })
    for (const [body, field] of [
      [{ name: 'X', kind: 'select' }, 'options'],
      [{ name: 'X', kind: 'text', options: ['a'] }, 'options'],
      [{ name: 'X', kind: 'text', key: 'channel' }, 'key'],
      [{ name: 'X', kind: 'colour' }, 'kind'],
    ] as const) {
      expect([body, await refusal(ask('POST', path, body))]).toEqual([body, [400, field]])
    }
  })
})

describe('/pm/tags', () => {
  test('are created by name, ignoring case, renamed, and deleted if unused', async () => {
    const ask = asker(await service.tenant())
    await makeBoard(ask)
    const task = await makeTask(ask, 'launch', { tags: ['Design', ' design ', 'Print', '2026'] })
    const { results } = await must(200, ask('GET', '/pm/tags'))
    expect(results.map(({ name }: { name: string }) => name)).toEqual(['2026', 'Design', 'Print'])
    expect(results[1].color).toMatch(/^#[0-9A-F]{6}$/)
    const id = results[1].id
    expect(await refusal(ask('POST', '/pm/tags', { name: 'DESIGN' }))).toEqual([
      409,
      'tag_name_taken',
    ])
    const renamed = await must(
      200,
      ask('PATCH', `/pm/tags/${id}`, { name: 'Look', color: '#000000' }),
    )
    expect(renamed).toEqual({ id, name: 'Look', color: '#000000' })
    expect(await refusal(ask('DELETE', `/pm/tags/${id}`))).toEqual([409, 'tag_in_use'])
    await must(200, ask('PATCH', `/pm/tasks/${task.id}`, { tags: ['print'] }))
    await must(204, ask('DELETE', `/pm/tags/${id}`))
    const bad = ask('PATCH', `/pm/tasks/${task.id}`, { tags: ['print', id] })
    expect(await refusal(bad)).toEqual([400, 'tags.1'])
    const many = Array.from({ length: 5 }, (_, at) =>
      makeTask(ask, 'launch', { tags: at % 2 ? ['x', 'y', 'z'] : ['z', 'y', 'x'] }),
    )
    const tagged = await Promise.all(many)
    expect(new Set(tagged.map(({ tags }) => String(tags))).size).toBe(1)
  })
})
