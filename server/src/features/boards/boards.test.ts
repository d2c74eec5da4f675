import { describe, expect, test } from 'vitest'
import type { Status } from './statuses/schemas.ts'
import { columnsOf, makeBoard, makeTask, must, refusal, useBoards, uuid } from './test-boards.ts'

const { service, asker, makeSpace } = useBoards()

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
      for (const query of ['page=0', 'page=1000000001', 'page_size=0']) {
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
