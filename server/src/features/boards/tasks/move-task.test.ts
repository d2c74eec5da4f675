import { describe, expect, test } from 'vitest'
import { expectStatus, readProblem } from '../../../../test/harness.ts'
import { createTask, listActivity, listTitles, missingId, useBoards } from '../test-boards.ts'

const { service, boardClient, setUpBoard, uploadAsset } = useBoards()

describe('clone and move', () => {
  test('201 a copy comes after its original, with its subtasks if requested', async () => {
    const { mia, call, columns } = await setUpBoard()
    const { asset } = await uploadAsset(mia)
    const top = await createTask(call, 'launch', {
      title: 'Top',
      tags: ['x'],
      assignees: [mia.userId],
    })
    await createTask(call, 'launch', { title: 'Part', parent: top.id, status: columns['To Do'] })
    await createTask(call, 'launch', { title: 'Next' })
    const body = { title: 'One', done: true }
    await expectStatus(201, call('POST', `/pm/tasks/${top.id}/checklist`, body))
    await expectStatus(201, call('POST', `/pm/tasks/${top.id}/attachment`, { asset_id: asset }))
    const options = { with_subtasks: true }
    const copy = await expectStatus(201, call('POST', '/pm/tasks/launch-1/clone', options))
    expect(copy).toMatchObject({
      slug: 'LAUNCH-4',
      title: 'Top (copy)',
      tags: top.tags,
      assignees: [mia.userId],
      attachments: [asset],
      checklist: [{ title: 'One', done: true }],
      subtasks: [expect.any(String)],
    })
    expect(await expectStatus(200, call('GET', `/pm/tasks/${copy.id}`))).toEqual(copy)
    await expectStatus(201, call('POST', '/pm/tasks/launch-1/clone', { title: 'Other' }))
    expect(await listTitles(call, `status=${columns.Draft}&sort=order`)).toEqual([
      'Top',
      'Other',
      'Top (copy)',
      'Next',
    ])
    expect((await expectStatus(200, call('GET', '/pm/boards/launch'))).tasks_count).toBe(6)
  })

  test('200 before, after, to the end, to another column; staying writes nothing', async () => {
    const { call, columns } = await setUpBoard()
    for (const title of ['A', 'B', 'C', 'D']) await createTask(call, 'launch', { title })
    const move = (number: number, body: object) =>
      call('POST', `/pm/tasks/launch-${number}/move`, body)
    const column = async (title: string) =>
      (await listTitles(call, `status=${columns[title]}&sort=order`)).join('')
    await expectStatus(200, move(4, { before: 'launch-1' }))
    expect(await column('Draft')).toBe('DABC')
    await expectStatus(200, move(4, { after: 'launch-2' }))
    expect(await column('Draft')).toBe('ABDC')
    await expectStatus(200, move(1, {}))
    expect(await column('Draft')).toBe('BDCA')
    await expectStatus(200, move(1, { status: columns['To Do'] }))
    await expectStatus(200, move(2, { status: columns['To Do'], before: 'launch-1' }))
    expect([await column('Draft'), await column('To Do')]).toEqual(['DC', 'BA'])
    const count = (await listActivity(call, 'launch-2')).length
    await expectStatus(200, move(2, { before: 'launch-1' }))
    await expectStatus(200, move(2, { before: 'launch-1', status: columns['To Do'] }))
    expect(await listActivity(call, 'launch-2')).toHaveLength(count)
    expect(await readProblem(move(1, { before: 'launch-1' }))).toEqual([400, 'before'])
    expect(await readProblem(move(1, { before: 'launch-4' }))).toEqual([400, 'before'])
    expect(await readProblem(move(1, { after: missingId }))).toEqual([400, 'after'])
    const wrong = move(1, { before: 'launch-2', after: 'launch-2' })
    expect(await readProblem(wrong)).toEqual([400, 'after'])
    expect(await readProblem(move(1, { board: 'nowhere' }))).toEqual([404, 'board_not_found'])
    expect(await readProblem(move(1, { status: missingId }))).toEqual([400, 'status'])
  })

  test('many concurrent moves each end at the intended position', async () => {
    const { mia, call, columns } = await setUpBoard()
    const ids: string[] = []
    for (let at = 0; at < 8; at++) ids.push((await createTask(call, 'launch')).id)
    const pick = (at: number) => ids[at % ids.length] as string
    const drags = Array.from({ length: 60 }, (_, at) => {
      // Mostly into the same gap, which is where duplicate keys would occur.
      const anchor = pick(at % 3 ? 0 : at * 7)
      const task = pick(at * 5 + 1) === anchor ? pick(at * 5 + 2) : pick(at * 5 + 1)
      return { task, anchor, side: at % 4 ? 'after' : 'before' }
    })
    await Promise.all(
      drags.map(({ task, side, anchor }, at) => {
        const named = boardClient(mia, { 'x-request-id': `drag-${at}` })
        return expectStatus(200, named('POST', `/pm/tasks/${task}/move`, { [side]: anchor }))
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
    const path = `/pm/tasks?status=${columns.Draft}&sort=order`
    const { results } = await expectStatus(200, call('GET', path))
    expect(results.map(({ id }: { id: string }) => id)).toEqual(inOrder())
    expect(rows.length).toBeGreaterThan(20)
  })

  test('a column whose keys have grown too long gets short ones again, in the same order', async () => {
    const { call, columns } = await setUpBoard()
    for (const title of ['A', 'B', 'C']) await createTask(call, 'launch', { title })
    const long = `${'V'.repeat(400)}`
    await service.deps.db.system`update pm_tasks set sort_key = ${`${long}1`} where number = 1`
    await service.deps.db.system`update pm_tasks set sort_key = ${`${long}2`} where number = 2`
    await service.deps.db.system`update pm_tasks set sort_key = 'W' where number = 3`
    await expectStatus(200, call('POST', '/pm/tasks/launch-3/move', { after: 'launch-1' }))
    const path = `/pm/tasks?status=${columns.Draft}&sort=order`
    const { results } = await expectStatus(200, call('GET', path))
    expect(results.map(({ title }: { title: string }) => title)).toEqual(['A', 'C', 'B'])
    for (const { order } of results) expect(order.length).toBeLessThan(20)
  })
})
