import { describe, expect, test } from 'vitest'
import type { Tenant } from '../../../test/harness.ts'
import { makeBoard, makeTask, must, refusal, useBoards } from './test-boards.ts'

const { service, asker, makeSpace } = useBoards()

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
    expect(await slugs(inSpace)).toEqual(['named', 'of-all', 'of-the-space'])
    expect(await slugs(asker(jo))).toEqual(['named', 'of-all', 'of-the-space'])
    expect(await slugs(asker(sam))).toEqual(['of-all'])
    expect(await slugs(asker(mia))).toEqual(['named', 'of-all', 'of-the-space'])
    await must(200, inSpace('GET', `/pm/boards/${open.id}`))
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
