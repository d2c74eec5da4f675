import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { type Database, openDatabase } from '../../src/platform/postgres/db.ts'
import { catchError } from '../catch-error.ts'
import { useService } from '../harness.ts'
import { holdLock } from '../locks.ts'
import { until, within } from '../server-client.ts'
import { sample } from '../soak.ts'
import { startTcpProxy } from '../tcp-proxy.ts'

/** Nobody can block the database for others: not with a value, a lock, or many requests. */
const service = useService()

const settings = {
  ...readConfig({}).database,
  transactions: 5,
  transactionSeconds: 3,
  statementSeconds: 5,
}
let db: Database

beforeAll(() => {
  db = openDatabase(service.databaseUrl, 'hostile', settings)
})
afterAll(() => db.close())

const slots = (of: Database = service.deps.db) => of.load().transactions
const allFree = (of?: Database) => until('all slots to be free', async () => slots(of).inUse === 0)

/** Values that are certainly a mistake. */
const unsendable: Record<string, unknown> = {
  'an invalid date': new Date(Number.NaN),
  'an invalid date in an array': [new Date(), new Date(Number.NaN)],
  undefined: undefined,
  'undefined in an array': ['a', undefined],
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  'a symbol': Symbol('a'),
  'a function': () => {},
  'a promise': Promise.resolve(1),
  'an object without a text': Object.create(null),
}

describe('a value that cannot be sent', () => {
  for (const [name, value] of Object.entries(unsendable)) {
    test(`${name} rejects at once, and the slot comes back`, async () => {
      const { db } = service.deps
      // Twice for each kind: the error occurs when binding a statement that is already prepared.
      for (let round = 0; round < 2; round++) {
        await db.transaction(1, (tx) => tx`select ${'2026-01-01'}::timestamptz as at`)
        const inTransaction = db.transaction(1, (tx) => tx`select ${value}::timestamptz as at`)
        const error = await catchError(inTransaction)
        expect(error.message).toContain('A statement cannot be sent with')
        for (const sql of [db.system, db.workspace(1)]) {
          await expect(sql`select ${value}::text as text`).rejects.toThrow('cannot be sent')
        }
      }
      await allFree()
    })
  }

  test('is also rejected inside columns, fragments and JSON', async () => {
    const { db } = service.deps
    const bad = new Date(Number.NaN)
    const tries = [
      db.transaction(1, (tx) => tx`select 1 where ${tx.part`now() > ${bad}`}`),
      db.transaction(1, (tx) => tx`insert into events ${tx.columns({ created_at: bad })}`),
      db.transaction(1, (tx) => tx`insert into events ${tx.columns([{ id: 1 }, {}], 'id')}`),
      db.transaction(1, (tx) => tx`select ${tx.json(undefined)}`),
    ].map(catchError)
    for (const { message } of await Promise.all(tries)) expect(message).toContain('cannot be sent')
    await allFree()
  })

  test('of the wrong type for its column fails only its own statement', async () => {
    const { db } = service.deps
    const circular: Record<string, unknown> = {}
    circular.self = circular
    const read = (number: number) =>
      db.workspace(1)<{ number: number }>`select ${number}::int as number`
    for (let round = 0; round < 3; round++) {
      const results = await Promise.allSettled([
        read(1),
        db.workspace(1)`select ${'no time'}::timestamptz as at`,
        read(2),
        db.workspace(1)`select ${5}::bytea as bytes`,
        read(3),
        db.workspace(1)`select ${7}::int[] as list`,
        read(4),
        db.workspace(1)`select ${circular}::jsonb as json`,
        read(5),
      ])
      const found = results.map((one) => (one.status === 'fulfilled' ? one.value[0] : 'rejected'))
      const numbers = [1, 2, 3, 4, 5].map((number) => ({ number }))
      expect(found.filter((_, index) => index % 2 === 0)).toEqual(numbers)
      expect(found.filter((_, index) => index % 2 === 1)).toEqual(Array(4).fill('rejected'))
    }
  })
})

describe('deadlines', () => {
  test('a transaction that waits for a lock is ended, and its slot and connection are released', async () => {
    await db.system`create table if not exists hostile_rows (id int primary key)`
    await db.system`insert into hostile_rows values (1) on conflict do nothing`
    const row = await holdLock(service.databaseUrl, 'select from hostile_rows for update')
    const waiting = Array.from({ length: 5 }, (_, owner) =>
      catchError(
        db.transaction('system', (tx) => tx`select ${owner}::int from hostile_rows for update`),
      ),
    )
    const errors = await Promise.all(waiting)
    for (const { code } of errors) expect(['DATABASE_TIMEOUT', 'OVERLOADED']).toContain(code)
    await allFree(db)
    await row.release()
    expect(
      await db.transaction('system', (tx) => tx`select id from hostile_rows for update`),
    ).toEqual([{ id: 1 }])
  })

  test('work that never ends loses its slot and cannot commit later', async () => {
    const forever = Promise.withResolvers<void>()
    const late = Promise.withResolvers<string>()
    const stuck = db.transaction('system', async (tx) => {
      await tx`insert into hostile_rows values (2)`
      await forever.promise
      await tx`insert into hostile_rows values (3)`.then(
        () => late.resolve('written'),
        (error) => late.resolve(error.code),
      )
    })
    expect((await catchError(stuck)).code).toBe('DATABASE_TIMEOUT')
    await allFree(db)
    forever.resolve()
    expect(await late.promise).toBe('CONNECTION_CLOSED')
    expect(await db.system`select id from hostile_rows where id > 1`).toEqual([])
  })

  test('work that never ends and sends nothing loses its slot too', async () => {
    const stuck = db.transaction('system', () => new Promise(() => {}))
    expect((await catchError(stuck)).code).toBe('DATABASE_TIMEOUT')
    await allFree(db)
    expect(await db.transaction('system', (tx) => tx`select 1 as one`)).toEqual([{ one: 1 }])
  })

  test('PostgreSQL has its own limits on every connection', async () => {
    const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
    const read = (sql: typeof db.system) =>
      sql<{ name: string; setting: string }>`
        select name, setting from pg_settings where name = any(${names}::text[]) order by name`
    const expected = [
      { name: 'idle_in_transaction_session_timeout', setting: '30000' },
      { name: 'lock_timeout', setting: '10000' },
      { name: 'statement_timeout', setting: '5000' },
    ]
    expect([...(await read(db.system))]).toEqual(expected)
    expect([...(await read(db.workspace(1)))]).toEqual(expected)
    expect([...(await db.transaction('system', read))]).toEqual(expected)
  })

  test('a newer PostgreSQL also limits the transaction as a whole', async () => {
    const [server] = await db.system<{ version: number }>`
      select current_setting('server_version_num')::int / 10000 as version`
    if ((server?.version ?? 0) < 17) return
    const fresh = openDatabase(service.databaseUrl, 'hostile', settings)
    await fresh.system`select 1` // reads the version
    const [row] = await fresh.transaction(
      'system',
      (tx) => tx<{ limit: string }>`select current_setting('transaction_timeout') as limit`,
    )
    await fresh.close()
    expect(row?.limit).toBe('8s')
  })
})

describe('a connection that neither answers nor closes', () => {
  // No deadline helps within the time of this test.
  const patient = { ...readConfig({}).database, statementSeconds: 900, transactionSeconds: 900 }

  test('is replaced in seconds: transactions, reads, listening and the service go on', async () => {
    const proxy = await startTcpProxy(service.databaseUrl)
    const cut = openDatabase(proxy.url, 'hostile', patient)
    try {
      const read = () => cut.workspace(1)`select 1 as one`
      const system = () => cut.system`select 1 as one`
      const write = () => cut.transaction('system', (tx) => tx`select 1 as one`)
      const heard: string[] = []
      await cut.listen(
        'hostile',
        (text) => heard.push(text),
        () => {},
      )
      await Promise.all([read(), system(), write(), write()])
      const begun = Promise.withResolvers<void>()
      const stuck = catchError(
        cut.transaction('system', async (tx) => {
          await tx`select 1`
          proxy.freeze()
          begun.resolve()
          await tx`select 2`
        }),
      )
      await begun.promise
      const lost = await Promise.all([
        stuck,
        catchError(write()),
        catchError(read()),
        catchError(system()),
      ])
      for (const { code } of lost) expect(code).toBe('DATABASE_TIMEOUT')
      await allFree(cut)
      for (const work of [read, system, write]) {
        expect(await work()).toEqual([{ one: 1 }])
      }
      await until('a notification', async () => {
        await service.deps.db.notify('hostile', 'after the cut')
        return heard.includes('after the cut')
      })
    } finally {
      await proxy.close()
      await cut.close()
    }
  })

  test('is told apart from a slow statement', async () => {
    const slow = openDatabase(service.databaseUrl, 'hostile', patient)
    try {
      const sleeping = await Promise.all([
        slow.system`select pg_sleep(6)`,
        slow.workspace(1)`select pg_sleep(6)`,
        slow.transaction('system', (tx) => tx`select pg_sleep(6)`),
        slow.transaction('system', async (tx) => {
          await tx`select 1`
          await sleep(6000)
          return tx`select 1`
        }),
      ])
      expect(sleeping.map((rows) => rows.length)).toEqual([1, 1, 1, 1])
    } finally {
      await slow.close()
    }
  })
})

describe('fairness', () => {
  test('a workspace that fills its slots leaves some for the others', async () => {
    const { db } = service.deps
    const done = Promise.withResolvers<void>()
    const greedy = Array.from({ length: sample(40, 2000) }, () =>
      db.transaction(1, () => done.promise),
    )
    await until('the line', async () => slots().waiting > 0)
    const other = db.transaction(2, (tx) => tx`select 1 as one`)
    expect(await other).toEqual([{ one: 1 }])
    const system = db.transaction('system', (tx) => tx`select 1 as one`)
    expect(await system).toEqual([{ one: 1 }])
    done.resolve()
    await Promise.all(greedy)
  })

  test('slow reads of a workspace leave half of the connections to the others', async () => {
    const { db } = service.deps
    const lock = await holdLock(service.databaseUrl, 'select pg_advisory_lock(77)')
    const slow = Array.from({ length: sample(100, 5000) }, () =>
      db.workspace(1)`select pg_advisory_xact_lock_shared(77), 'slow reads'`.catch(() => {}),
    )
    await lock.waitForWaiters('slow reads')
    const others = Array.from({ length: 20 }, (_, number) => db.workspace(2 + number)`select 1`)
    await within(10_000, 'reads of other workspaces', Promise.all(others))
    await lock.release()
    await Promise.all(slow)
  })
})
