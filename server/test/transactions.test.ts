import { expect, test } from 'vitest'
import { useService } from './harness.ts'
import { sample } from './soak.ts'

const service = useService()

/**
 * The client pipelines statements on busy connections. If a BEGIN was among them, it could leave
 * its connection to others, whose statements then ran inside the wrong transaction.
 */
test('transactions and single statements in a crowd do not get into each other', async () => {
  const { db } = service.deps
  const id = async (sql: typeof db.system) => {
    const [row] = await sql<{ id: string | null }>`select pg_current_xact_id_if_assigned()::text id`
    return row?.id
  }
  const inside = async () =>
    db.transaction('system', async (tx) => {
      const [begun] = await tx<{ id: string }>`select pg_current_xact_id()::text id`
      return [begun?.id, await id(tx), await id(tx)]
    })
  // Blocks all connections, then fills them up to where the client stops pipelining. That point
  // depends on the number of connections, so a range is tried; twelve at a time overlap.
  const seen = []
  for (let ahead = 0; ahead < 120; ahead += sample(4, 1)) {
    const held = Array.from({ length: 6 }, () => db.system`select pg_sleep(0.02)`)
    const statements = Array.from({ length: 540 + ahead }, () => id(db.system))
    const begun = Array.from({ length: 12 }, inside)
    seen.push(...(await Promise.all([...statements, ...begun])))
    await Promise.all(held)
  }
  const transactions = seen.filter((one) => Array.isArray(one))
  for (const ids of transactions) expect(new Set(ids).size).toBe(1)
  expect(new Set(transactions.map(([first]) => first)).size).toBe(transactions.length)
  expect(seen.filter((one) => !Array.isArray(one) && one !== null)).toEqual([])
})
