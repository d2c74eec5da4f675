import { describe, expect, test } from 'vitest'
import { expectStatus, readProblem } from '../../../test/harness.ts'
import type { Status } from './statuses/schemas.ts'
import { createBoard, createTask, missingId, readColumns, useBoards } from './test-boards.ts'

const { service, boardClient, createTeamspace } = useBoards()

async function listEvents(workspaceId: number): Promise<string[]> {
  const rows = await service.deps.db.system<{ type: string }>`
    select type from events where workspace_id = ${workspaceId} and type like 'pm_board%' order by id`
  return rows.map(({ type }) => type)
}

describe('POST and GET /pm/boards', () => {
  test('201 with the four columns; expanded it holds them and its people', async () => {
    const mia = await service.tenant()
    const call = boardClient(mia)
    const board = await createBoard(call, { title: ' Autumn launch ', description: 'All of it' })
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
    const body = await expectStatus(200, call('GET', expanded))
    const person = { id: mia.userId, first_name: 'Test', last_name: 'Person', email: mia.email }
    expect(body).toMatchObject({ id: board.id, creator: person, modifier: person })
    expect(body.statuses.map((one: Status) => [one.title, one.category, one.order])).toEqual([
      ['Draft', 'backlog', 0],
      ['To Do', 'todo', 1],
      ['In Progress', 'in_progress', 2],
      ['Completed', 'done', 3],
    ])
    expect(body.statuses.map(({ id }: { id: string }) => id)).toEqual(board.statuses)
    const list = await expectStatus(200, call('GET', '/pm/boards?expand=creator&search=LAUNCH'))
    expect(list).toMatchObject({ count: 1, next: null, previous: null })
    expect(list.results[0].creator).toEqual(person)
    expect(await listEvents(mia.workspaceId)).toEqual(['pm_board.created'])
  })

  test('slugs: numbered where taken, kept after renaming, free after deleting', async () => {
    const call = boardClient(await service.tenant())
    const first = await createBoard(call)
    expect((await createBoard(call)).slug).toBe('launch-2')
    expect((await createBoard(call, { title: missingId })).slug).toBe(`board-${missingId}`)
    expect((await createBoard(call, { title: '日本' })).slug).toBe('board')
    const renamed = { slug: 'autumn', title: 'Autumn' }
    await expectStatus(200, call('PATCH', '/pm/boards/launch', renamed))
    for (const slug of ['launch', 'LAUNCH', 'autumn']) {
      expect(await expectStatus(200, call('GET', `/pm/boards/${slug}`))).toMatchObject({
        id: first.id,
        slug: 'autumn',
      })
    }
    const taken = call('POST', '/pm/boards', { title: 'x', slug: 'launch' })
    expect(await readProblem(taken)).toEqual([409, 'slug_taken'])
    await expectStatus(200, call('PATCH', '/pm/boards/autumn', { slug: 'launch' }))
    await expectStatus(204, call('DELETE', '/pm/boards/launch'))
    expect(await readProblem(call('GET', '/pm/boards/autumn'))).toEqual([404, 'board_not_found'])
    expect((await createBoard(call, { slug: 'launch' })).id).not.toBe(first.id)
  })

  test('409 for all but one of many who want the same slug at once', async () => {
    const call = boardClient(await service.tenant())
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call('POST', '/pm/boards', { title: 'x', slug: 'same' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
  })

  test('400 for invalid input', async () => {
    const call = boardClient(await service.tenant())
    const board = await createBoard(call)
    const stranger = await service.tenant()
    const theirSpace = Number(await createTeamspace(stranger, stranger))
    const bad: [string, string, unknown, string][] = [
      ['POST', '/pm/boards', { title: ' ' }, 'title'],
      ['POST', '/pm/boards', { title: 'x', slug: missingId }, 'slug'],
      ['POST', '/pm/boards', { title: 'x', slug: 'A b' }, 'slug'],
      ['POST', '/pm/boards', { title: 'x', access: 3 }, 'access'],
      ['POST', '/pm/boards', { title: 'x', space_id: 2_000_000_000 }, 'space_id'],
      ['POST', '/pm/boards', { title: 'x', space_id: theirSpace }, 'space_id'],
      ['PATCH', `/pm/boards/${board.id}`, { space_id: theirSpace }, 'space_id'],
      ['POST', '/pm/boards', { title: 'x', extra: { a: 'x'.repeat(70_000) } }, 'extra'],
      // The limit counts bytes, not characters.
      ['POST', '/pm/boards', { title: 'x', extra: { a: '€'.repeat(30_000) } }, 'extra'],
      ['POST', `/pm/boards/${board.id}/clone`, { slug: missingId }, 'slug'],
      ['PATCH', `/pm/boards/${board.id}`, { slug: missingId }, 'slug'],
      ['GET', '/pm/boards?page=0', undefined, 'page'],
      ['GET', '/pm/boards?page_size=0', undefined, 'page_size'],
      ['GET', '/pm/boards?per_page=0', undefined, 'per_page'],
      ['GET', '/pm/boards?page=1000000001', undefined, 'page'],
      ['GET', '/pm/boards?sort=colour', undefined, 'sort'],
      ['GET', '/pm/boards?expand=tasks', undefined, 'expand'],
      ['GET', `/pm/boards/${board.id}?expand=statuses,owner`, undefined, 'expand'],
    ]
    for (const [method, path, body, field] of bad) {
      expect([path, body, await readProblem(call(method, path, body))]).toEqual([
        path,
        body,
        [400, field],
      ])
    }
    const { body } = await call('GET', `/pm/boards/${board.id}?expand=owner`)
    expect(body.detail).toContain('use statuses, creator, modifier')
    const far = await expectStatus(200, call('GET', '/pm/boards?page=1000000000'))
    expect([far.count, far.results]).toEqual([1, []])
    const sorted = await call('GET', '/pm/boards?sort=colour')
    expect(sorted.body.detail).toContain('sort: is not allowed; use page, page_size')
    // A title may look like an id, but the slug derived from it does not.
    const odd = await createBoard(call, { title: missingId })
    expect(odd.slug).toBe(`board-${missingId}`)
    expect(await expectStatus(200, call('GET', `/pm/boards/${odd.slug}`))).toEqual(odd)
    await expectStatus(404, call('GET', `/pm/boards/${missingId}`))
  })

  test('everything on a board is paged the same way', async () => {
    const call = boardClient(await service.tenant())
    await createBoard(call)
    for (const path of [
      'boards/launch/members',
      'boards/launch/status',
      'boards/launch/fields',
      'tags',
    ]) {
      const list = `/pm/${path}`
      for (const query of ['page=0', 'page=1000000001', 'page_size=0']) {
        const [name] = query.split('=')
        expect([path, await readProblem(call('GET', `${list}?${query}`))]).toEqual([
          path,
          [400, name],
        ])
      }
      const far = await expectStatus(200, call('GET', `${list}?page=1000000000&page_size=100`))
      expect([path, far.results, far.next]).toEqual([path, [], null])
    }
  })
})

describe('PATCH and DELETE /pm/boards/{board_id}', () => {
  test('200 changes the given fields and publishes an event; repeating it publishes none', async () => {
    const mia = await service.tenant()
    const call = boardClient(mia)
    await createBoard(call)
    const change = { description: 'New', extra: { a: [1, null] } }
    const changeBoard = () => expectStatus(200, call('PATCH', '/pm/boards/launch', change))
    expect(await changeBoard()).toMatchObject(change)
    await changeBoard()
    await expectStatus(200, call('PATCH', '/pm/boards/launch', {}))
    expect(await listEvents(mia.workspaceId)).toEqual(['pm_board.created', 'pm_board.updated'])
  })

  test('412 for an outdated version, 304 for the same', async () => {
    const mia = await service.tenant()
    const call = boardClient(mia)
    await createBoard(call)
    const { headers } = await call('GET', '/pm/boards/launch')
    const etag = headers.etag as string
    await expectStatus(304, boardClient(mia, { 'if-none-match': etag })('GET', '/pm/boards/launch'))
    const careful = boardClient(mia, { 'if-match': etag })
    await expectStatus(200, careful('PATCH', '/pm/boards/launch', { title: 'Other' }))
    await expectStatus(412, careful('PATCH', '/pm/boards/launch', { title: 'Third' }))
    await expectStatus(412, careful('DELETE', '/pm/boards/launch'))
    await expectStatus(204, call('DELETE', '/pm/boards/launch'))
    await expectStatus(404, call('DELETE', '/pm/boards/launch'))
  })
})

describe('/pm/boards/{board_id}/clone', () => {
  test('201 with columns and fields, and with tasks if requested', async () => {
    const call = boardClient(await service.tenant())
    const board = await createBoard(call)
    const { 'To Do': todo = '' } = await readColumns(call, 'launch')
    await expectStatus(200, call('PATCH', `/pm/boards/launch/status/${todo}`, { title: 'Next' }))
    const body = { name: 'Size', kind: 'number' }
    await expectStatus(201, call('POST', '/pm/boards/launch/fields', body))
    const top = { status: todo, custom_fields: { size: 3 }, tags: ['a'] }
    const parent = await createTask(call, 'launch', { title: 'Top', ...top })
    await expectStatus(201, call('POST', `/pm/tasks/${parent.id}/checklist`, { title: 'One' }))
    await createTask(call, 'launch', { title: 'Part', parent: parent.slug })

    const empty = await expectStatus(201, call('POST', '/pm/boards/launch/clone'))
    expect(empty).toMatchObject({ title: 'Launch (copy)', slug: 'launch-copy', tasks_count: 0 })
    const columns = await readColumns(call, empty.id)
    expect(Object.keys(columns)).toEqual(['Draft', 'Next', 'In Progress', 'Completed'])
    expect(Object.values(columns)).not.toContain(todo)

    const wanted = { title: 'Spring', with_tasks: true }
    const full = await expectStatus(201, call('POST', `/pm/boards/${board.id}/clone`, wanted))
    expect(full).toMatchObject({ slug: 'spring', tasks_count: 2 })
    const { results } = await expectStatus(200, call('GET', '/pm/tasks?board=spring&sort=number'))
    expect(results).toMatchObject([
      { slug: 'SPRING-1', title: 'Top', custom_fields: { size: 3 }, tags: parent.tags },
      { slug: 'SPRING-2', title: 'Part', parent: results[0].id },
    ])
    expect(results[0].status).toBe((await readColumns(call, 'spring')).Next)
    expect(results[0].checklist).toMatchObject([{ title: 'One' }])
    const { count } = await expectStatus(200, call('GET', '/pm/boards/spring/fields'))
    expect(count).toBe(1)
  })
})
