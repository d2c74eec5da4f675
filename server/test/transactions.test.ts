import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { useService } from './harness.ts'
import { until } from './server-client.ts'
import { sample } from './soak.ts'

const service = useService()
const slots = () => service.deps.db.load().transactions

/** Statements share connections, and BEGIN goes ahead of the first one of a transaction. */
test('concurrent transactions and single statements do not mix', async () => {
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
  // Blocks connections, then sends many at once; twelve at a time overlap.
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

describe('a call to another server', () => {
  const calls: Record<string, () => Promise<unknown>> = {
    safeFetch: () =>
      service.deps.safeFetch.fetching('http://127.0.0.1:1/', { maxBytes: 1, timeoutMs: 1000 }),
    'mailer.send': () => service.deps.mailer.send({} as never),
    'storage.stat': async () => service.deps.storage.stat('sha256/none'),
    'The engine probe': async () => service.deps.engines.probe({ mediaPath: '/nowhere' }),
    'Fetching the model': async () => service.deps.engines.speak({} as never, {}),
  }

  for (const [name, call] of Object.entries(calls)) {
    test(`${name} throws inside a transaction`, async () => {
      const { db } = service.deps
      const message = `${name}.* was called inside a database transaction`
      await expect(db.transaction('system', call)).rejects.toThrow(new RegExp(message))
      const nested = db.atomically('system', (inside) => inside.transaction(1, call))
      await expect(nested).rejects.toThrow(new RegExp(message))
    })
  }

  test('is allowed after the commit, also for work that the transaction started', async () => {
    const { db } = service.deps
    const call = () => service.deps.mailer.send({} as never)
    let afterCommit: unknown
    let later: Promise<unknown> | undefined
    await db.transaction('system', async (tx) => {
      tx.afterCommit(async () => {
        afterCommit = await call()
      })
      later = sleep(0)
        .then(() => until('the commit', async () => slots().inUse === 0))
        .then(call)
    })
    expect(afterCommit).toMatchObject({ status: 'captured' })
    expect(await later).toMatchObject({ status: 'captured' })
  })
})
