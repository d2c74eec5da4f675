import { expect, test } from 'vitest'
import { expectStatus } from '../../../test/harness.ts'
import { replay } from './activity/test-replay.ts'
import { type Call, createBoard, createTask, readColumns, useBoards } from './test-boards.ts'

const { service, boardClient } = useBoards()

/** The same random numbers in every run. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

type Roll = ReturnType<typeof dice>

/** A mix of all operations that lock more than one row. */
function sendAny(call: Call, ids: string[], columns: Record<string, string[]>, roll: Roll) {
  const task = () => `/pm/tasks/${ids[roll(ids.length)]}`
  const other = () => ids[roll(ids.length)]
  const board = roll(2) ? 'one' : 'two'
  const column = () => columns[board]?.[roll(4)]
  const requests = [
    () => call('POST', `${task()}/move`, { board }),
    () => call('POST', `${task()}/move`, { after: other() }),
    () => call('PATCH', task(), { parent: roll(3) ? other() : null }),
    () => call('PATCH', task(), { complete: roll(2) === 0, title: `Title ${roll(9)}` }),
    () => call('PATCH', task(), { tags: [`a${roll(4)}`, `b${roll(4)}`] }),
    () => {
      const relation_type = roll(2) ? 'BLOCKS' : 'RELATES_TO'
      return call('POST', `${task()}/add_dependency`, { target_task_id: other(), relation_type })
    },
    () => call('POST', `${task()}/remove_dependency`, { target_task_id: other() }),
    () => call('POST', '/comments', { content_type: 'task', object_pk: other(), comment: 'x' }),
    () => call('POST', '/pm/tasks', { board, title: 'New' }),
    () => call('POST', `${task()}/clone`, { with_subtasks: roll(2) === 0 }),
    () => call('POST', `/pm/status/${column()}/move`, { target_status_id: column() }),
    () => call('POST', `${task()}/checklist`, { title: 'Item' }),
    () => call(roll(6) ? 'GET' : 'DELETE', task()),
    () => call('PATCH', `/pm/boards/${board}`, { description: `Text ${roll(9)}` }),
  ]
  return (requests[roll(requests.length)] as (typeof requests)[number])()
}

test('concurrent changes cause no deadlocks and leave consistent data', async () => {
  const call = boardClient(await service.tenant())
  const columns: Record<string, string[]> = {}
  for (const title of ['One', 'Two']) {
    const { slug } = await createBoard(call, { title })
    columns[slug] = Object.values(await readColumns(call, slug))
  }
  const ids: string[] = []
  for (let at = 0; at < 10; at++) ids.push((await createTask(call, at % 2 ? 'one' : 'two')).id)
  const roll = dice(7)
  for (let round = 0; round < 4; round++) {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => sendAny(call, ids, columns, roll)),
    )
    expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([])
  }
  for (const board of ['one', 'two']) {
    const { tasks_count } = await expectStatus(200, call('GET', `/pm/boards/${board}`))
    const { count } = await expectStatus(200, call('GET', `/pm/tasks?board=${board}`))
    expect([board, tasks_count]).toEqual([board, count])
  }
  expect(await contradictions()).toEqual([])
  for (const id of ids) await requireReplay(call, id)
})

/**
 * Tasks that are complete in an open column, on two boards at once, at another task's position, or
 * miscounted.
 */
function contradictions() {
  return service.deps.db.system`
    select t.id from pm_tasks t join pm_statuses s on s.id = t.status_id
    where t.complete <> (s.category = 'done') or s.board_id <> t.board_id
      or exists (select from pm_tasks o where o.id <> t.id and o.status_id = t.status_id
        and o.sort_key = t.sort_key and o.deleted_at is null and t.deleted_at is null)
      or exists (select from pm_tasks p where p.id = t.parent_id and p.board_id <> t.board_id)
      or (t.activity_count, t.activity_count) <>
        (select count(*), max(seq) from pm_activity a where a.task_id = t.id)`
}

async function requireReplay(call: Call, id: string) {
  const { status, body: task } = await call('GET', `/pm/tasks/${id}`)
  const { results } = await expectStatus(200, call('GET', `/pm/tasks/${id}/activity?page_size=100`))
  const replayed = replay(results) as unknown as Record<string, unknown>
  expect(replayed.deleted).toBe(status === 404)
  if (status === 404) return
  const fields = ['board', 'status', 'title', 'parent', 'complete', 'completed_at', 'order', 'tags']
  for (const field of [...fields, 'checklist', 'updated_at', 'modifier', 'modifier_kind']) {
    expect([field, replayed[field]]).toEqual([field, task[field]])
  }
}
