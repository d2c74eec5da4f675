import { describe, expect, test } from 'vitest'
import { expectStatus, readProblem, type Tenant } from '../../../test/harness.ts'
import { createBoard, createTask, useBoards } from './test-boards.ts'

const { service, boardClient, createTeamspace } = useBoards()

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
    const read = async (who: Tenant, path: string) => (await boardClient(who)('GET', path)).status
    for (const [access, reads, writes] of [
      [0, 404, 404],
      [1, 200, 403],
      [2, 200, 200],
    ] as const) {
      const board = await createBoard(boardClient(maker), { title: `Access ${access}`, access })
      const path = `/pm/boards/${board.id}`
      const task = await createTask(boardClient(maker), board.id)
      const newMember = { user_id: member.userId }
      await expectStatus(201, boardClient(maker)('POST', `${path}/members`, newMember))
      for (const who of [maker, member, admin, owner]) {
        expect([access, await read(who, path)]).toEqual([access, 200])
        const newText = { description: `By ${who.userId}` }
        await expectStatus(200, boardClient(who)('PATCH', path, newText))
        const newTask = { board: board.slug, title: 'x' }
        await expectStatus(201, boardClient(who)('POST', '/pm/tasks', newTask))
      }
      const stranger = boardClient(other)
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
      const listed = await expectStatus(200, stranger('GET', `/pm/boards?access=${access}`))
      const tasks = await expectStatus(200, stranger('GET', '/pm/tasks?page_size=100'))
      const seen = tasks.results.some((one: { board: string }) => one.board === board.id)
      expect([access, listed.count, seen]).toEqual([access, access === 0 ? 0 : 1, access > 0])
      expect(await read(guest, path)).toBe(403)
    }
  })

  test('a board of a teamspace is visible to the members of the space', async () => {
    const mia = await service.tenant()
    const jo = await service.colleague(mia, 'member')
    const sam = await service.colleague(mia, 'member')
    const space = await createTeamspace(mia, jo)
    const inSpace = boardClient(jo, { space })
    const own = await createBoard(inSpace, { title: 'Of the space' })
    const open = await createBoard(boardClient(jo), { title: 'Of all' })
    const named = await createBoard(boardClient(jo), { title: 'Named', space_id: Number(space) })
    expect([own.space_id, open.space_id, named.space_id]).toEqual([
      Number(space),
      null,
      Number(space),
    ])
    const slugs = async (call: ReturnType<typeof boardClient>) =>
      (await expectStatus(200, call('GET', '/pm/boards'))).results.map(
        ({ slug }: { slug: string }) =>
          // The slug of a restricted board has an unguessable suffix.
          slug.replace(/-[0-9a-f]{6}$/, ''),
      )
    expect(await slugs(inSpace)).toEqual(['named', 'of-all', 'of-the-space'])
    expect(await slugs(boardClient(jo))).toEqual(['named', 'of-all', 'of-the-space'])
    expect(await slugs(boardClient(sam))).toEqual(['of-all'])
    expect(await slugs(boardClient(mia))).toEqual(['named', 'of-all', 'of-the-space'])
    await expectStatus(200, inSpace('GET', `/pm/boards/${open.id}`))
    await expectStatus(404, boardClient(sam)('GET', `/pm/boards/${own.id}`))
    const sneaking = boardClient(sam)('POST', '/pm/boards', { title: 'x', space_id: Number(space) })
    expect(await readProblem(sneaking)).toEqual([400, 'space_id'])
    const wrong = inSpace('POST', '/pm/boards', { title: 'x', space_id: null })
    expect(await readProblem(wrong)).toEqual([400, 'space_id'])
    // When the space is deleted, only administrators can access its boards.
    await expectStatus(204, boardClient(mia)('DELETE', `/workspaces/teamspaces/${space}`))
    await expectStatus(404, boardClient(sam)('GET', `/pm/boards/${named.id}`))
    await expectStatus(200, boardClient(mia)('PATCH', `/pm/boards/${named.id}`, { space_id: null }))
    await expectStatus(200, boardClient(sam)('GET', `/pm/boards/${named.id}`))
  })

  test('members come and go', async () => {
    const mia = await service.tenant()
    const jo = await service.colleague(mia, 'member')
    const stranger = await service.tenant()
    const call = boardClient(mia)
    await createBoard(call, { access: 0 })
    const path = '/pm/boards/launch/members'
    const outsider = call('POST', path, { user_id: stranger.userId })
    expect(await readProblem(outsider)).toEqual([400, 'user_id'])
    await expectStatus(201, call('POST', path, { user_id: jo.userId }))
    await expectStatus(201, call('POST', path, { user_id: jo.userId }))
    expect((await expectStatus(200, call('GET', path))).results).toMatchObject([{ id: jo.userId }])
    await expectStatus(200, boardClient(jo)('GET', '/pm/boards/launch'))
    await expectStatus(204, call('DELETE', `${path}/${jo.userId}`))
    expect((await call('DELETE', `${path}/${jo.userId}`)).body.code).toBe('board_member_not_found')
    await expectStatus(404, boardClient(jo)('GET', '/pm/boards/launch'))
  })
})
