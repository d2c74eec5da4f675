import { describe, expect, test } from 'vitest'
import { historyOf, makeTask, must, refusal, useBoards, uuid } from '../test-boards.ts'

const { service, onBoard, uploaded } = useBoards()

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
