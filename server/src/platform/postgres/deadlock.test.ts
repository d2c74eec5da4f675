import { expect, test } from 'vitest'
import { useService } from '../../../test/harness.ts'

const service = useService()

test('two transactions that wait for each other both finish', async () => {
  const { db } = service.deps
  await db.system`create table deadlocks (id integer primary key, times integer not null)`
  await db.system`insert into deadlocks values (1, 0), (2, 0)`
  let met = 0
  let bothHoldOne = () => {}
  const meeting = new Promise<void>((resolve) => {
    bothHoldOne = resolve
  })
  const count = (first: number, second: number) =>
    db.transaction('system', async (tx) => {
      await tx`update deadlocks set times = times + 1 where id = ${first}`
      met += 1
      if (met === 2) bothHoldOne()
      await meeting
      await tx`update deadlocks set times = times + 1 where id = ${second}`
    })
  await Promise.all([count(1, 2), count(2, 1)])
  expect(met).toBe(3)
  expect(await db.system`select id, times from deadlocks order by id`).toEqual([
    { id: 1, times: 2 },
    { id: 2, times: 2 },
  ])
})
