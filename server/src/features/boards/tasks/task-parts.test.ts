import { describe, expect, test } from 'vitest'
import { expectStatus, readProblem } from '../../../../test/harness.ts'
import { createTask, listActivity, missingId, useBoards } from '../test-boards.ts'

const { service, setUpBoard, uploadAsset } = useBoards()

describe('subtasks', () => {
  test('409 for cycles and for more than five levels, even when two are nested at once', async () => {
    const { call } = await setUpBoard()
    const chain = [await createTask(call, 'launch')]
    for (let level = 2; level <= 5; level++) {
      chain.push(await createTask(call, 'launch', { parent: chain.at(-1).id }))
    }
    const deeper = call('POST', '/pm/tasks', { title: 'x', parent: chain[4].id })
    expect(await readProblem(deeper)).toEqual([409, 'subtasks_too_deep'])
    const nest = (task: { id: string }, parent: string | null) =>
      call('PATCH', `/pm/tasks/${task.id}`, { parent })
    expect(await readProblem(nest(chain[0], chain[0].id))).toEqual([409, 'subtask_cycle'])
    expect(await readProblem(nest(chain[0], chain[3].id))).toEqual([409, 'subtask_cycle'])
    const loose = await createTask(call, 'launch')
    expect(await readProblem(nest(chain[0], loose.id))).toEqual([409, 'subtasks_too_deep'])
    await expectStatus(200, nest(chain[3], null))
    await expectStatus(200, nest(chain[0], loose.id))

    const pairs = await Promise.all(
      Array.from({ length: 5 }, async () => [
        await createTask(call, 'launch'),
        await createTask(call, 'launch'),
      ]),
    )
    const race = await Promise.all(pairs.flatMap(([a, b]) => [nest(a, b.id), nest(b, a.id)]))
    const statuses = race.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(5).fill(409)])
  })

  test('are deleted with their task, and counted', async () => {
    const { call } = await setUpBoard()
    const top = await createTask(call, 'launch')
    const part = await createTask(call, 'launch', { parent: top.id })
    await createTask(call, 'launch')
    await expectStatus(204, call('DELETE', `/pm/tasks/${top.id}`))
    for (const { id } of [top, part]) {
      expect(await readProblem(call('GET', `/pm/tasks/${id}`))).toEqual([404, 'pm_task_not_found'])
      expect((await listActivity(call, id)).at(-1).verb).toBe('deleted')
    }
    expect((await expectStatus(200, call('GET', '/pm/boards/launch'))).tasks_count).toBe(1)
  })

  test('tasks_count and numbers stay correct under concurrent changes', async () => {
    const { call } = await setUpBoard()
    const made = await Promise.all(Array.from({ length: 12 }, () => createTask(call, 'launch')))
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(12)
    const ended = [...made.slice(0, 5), ...made.slice(0, 5)].map(({ id }) =>
      call('DELETE', `/pm/tasks/${id}`),
    )
    await Promise.all([...ended, createTask(call, 'launch'), createTask(call, 'launch')])
    expect((await expectStatus(200, call('GET', '/pm/boards/launch'))).tasks_count).toBe(9)
    expect((await expectStatus(200, call('GET', '/pm/tasks?board=launch'))).count).toBe(9)
  })
})

describe('/pm/tasks/{task_id}/checklist', () => {
  test('items are added, ticked, renamed, moved and deleted', async () => {
    const { call } = await setUpBoard()
    await createTask(call, 'launch')
    const path = '/pm/tasks/launch-1/checklist'
    const items: { id: string }[] = []
    for (const title of ['A', 'B', 'C'])
      items.push(await expectStatus(201, call('POST', path, { title })))
    const [a, b, c] = items as [{ id: string }, { id: string }, { id: string }]
    const shown = async () =>
      (await expectStatus(200, call('GET', '/pm/tasks/launch-1'))).checklist
        .map(({ title, done }: { title: string; done: boolean }) => title + (done ? '!' : ''))
        .join('')
    await expectStatus(200, call('PATCH', `${path}/${b.id}`, { done: true }))
    await expectStatus(200, call('PATCH', `${path}/${c.id}`, { before: a.id, title: 'Z' }))
    await expectStatus(200, call('PATCH', `${path}/${a.id}`, { after: b.id }))
    expect(await shown()).toBe('ZB!A')
    const count = (await listActivity(call, 'launch-1')).length
    const body = { after: b.id, title: 'A', done: false }
    await expectStatus(200, call('PATCH', `${path}/${a.id}`, body))
    expect(await listActivity(call, 'launch-1')).toHaveLength(count)
    await expectStatus(204, call('DELETE', `${path}/${c.id}`))
    expect(await shown()).toBe('B!A')
    const missing = call('DELETE', `${path}/${c.id}`)
    expect(await readProblem(missing)).toEqual([404, 'checklist_item_not_found'])
    const wrong = call('PATCH', `${path}/${a.id}`, { before: c.id })
    expect(await readProblem(wrong)).toEqual([400, 'before'])
    const invalid = call('PATCH', `${path}/${a.id}`, { before: b.id, after: b.id })
    expect(await readProblem(invalid)).toEqual([400, 'after'])
    const ticks = Array.from({ length: 6 }, (_, at) => call('POST', path, { title: `${at}` }))
    await Promise.all(ticks)
    const { checklist } = await expectStatus(200, call('GET', '/pm/tasks/launch-1'))
    expect(new Set(checklist.map(({ order }: { order: string }) => order)).size).toBe(8)
  })
})

describe('/pm/tasks/{task_id}/attachment', () => {
  test('an asset is attached once, by id or as it was uploaded, and detached', async () => {
    const { mia, call } = await setUpBoard()
    const stranger = await service.tenant()
    await createTask(call, 'launch')
    const path = '/pm/tasks/launch-1/attachment'
    const one = await uploadAsset(mia)
    const two = await uploadAsset(mia)
    expect(await expectStatus(201, call('POST', path, { asset_key: one.asset_key }))).toMatchObject(
      { id: one.asset, status: 1 },
    )
    await expectStatus(201, call('POST', path, { asset_id: one.asset }))
    await expectStatus(201, call('POST', path, { asset_id: two.asset }))
    const { results } = await expectStatus(200, call('GET', path))
    expect(results.map(({ id }: { id: string }) => id)).toEqual([one.asset, two.asset])
    const expanded = await expectStatus(200, call('GET', '/pm/tasks/launch-1?expand=attachments'))
    expect(expanded.attachments).toMatchObject([
      { id: one.asset, name: 'a.png' },
      { id: two.asset },
    ])
    await expectStatus(204, call('DELETE', `${path}/${one.asset}`))
    const missing = call('DELETE', `${path}/${one.asset}`)
    expect(await readProblem(missing)).toEqual([404, 'attachment_not_found'])
    const theirs = await uploadAsset(stranger)
    const bad: [object, [number, string]][] = [
      [{ asset_id: theirs.asset }, [404, 'asset_not_found']],
      [{ asset_key: theirs.asset_key }, [404, 'asset_not_found']],
      [{ asset_key: 'uploads/../x' }, [404, 'asset_not_found']],
      [{ asset_id: missingId }, [404, 'asset_not_found']],
      [{}, [400, 'asset_id']],
    ]
    for (const [body, wanted] of bad) {
      expect([body, await readProblem(call('POST', path, body))]).toEqual([body, wanted])
    }
    const verbs = (await listActivity(call, 'launch-1')).map(({ verb }: { verb: string }) => verb)
    expect(verbs).toEqual(['created', 'attached', 'attached', 'detached'])
  })
})
