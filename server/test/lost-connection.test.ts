import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { Db, Tx } from '../src/platform/postgres/db.ts'
import { connectSql } from './connect-sql.ts'
import { useService } from './harness.ts'
import { teamspaces, until } from './server-client.ts'

// An error outside of every request would end the process; vitest fails on it, wherever it occurs.
const service = useService()

beforeAll(async () => {
  await service.deps.db.system`create table notes (id int generated always as identity, text text)`
})

/** Simulates an unplugged connection: terminates its server process. */
async function cutConnection(pid: number): Promise<void> {
  const { system } = service.deps.db
  await system`select pg_terminate_backend(${pid}, 5000)`
  await sleep(50) // so that our side of the connection notices it, too
}

async function readBackendPid(tx: Tx): Promise<number> {
  const [row] = await tx<{ pid: number }>`select pg_backend_pid() as pid`
  return row?.pid as number
}

async function expectLostWithoutTrace(transaction: Promise<unknown>): Promise<void> {
  const outcome = transaction.then(
    () => 'committed',
    (error) => error.code,
  )
  expect(await outcome).toMatch(/^(CONNECTION_CLOSED|ECONNRESET|57P01)$/)
  await sleep(100) // for statements that must not arrive any more
  expect(await service.deps.db.system`select text from notes`).toEqual([])
}

/** More reads than connections, so that a lost connection is reopened and used at once. */
function keepBusy(): Promise<unknown> {
  const { system } = service.deps.db
  return Promise.allSettled(Array.from({ length: 30 }, () => system`select pg_sleep(0.05)`))
}

test('a connection lost during a statement ends its transaction and nothing else', async () => {
  const { db } = service.deps
  const transaction = db.transaction('system', async (tx) => {
    await tx`insert into notes (text) values ('first')`
    const pid = await readBackendPid(tx)
    void Promise.all([keepBusy(), cutConnection(pid)])
    await tx`select pg_sleep(10)`
  })
  await expectLostWithoutTrace(transaction)
})

test('work that continues after its connection was lost writes nothing', async () => {
  const { db } = service.deps
  const lateWrite = Promise.withResolvers<string>()
  const transaction = db.transaction('system', async (tx) => {
    await tx`insert into notes (text) values ('first')`
    const pid = await readBackendPid(tx)
    await Promise.all([keepBusy(), cutConnection(pid)])
    const late = tx`insert into notes (text) values ('late')`
    late.then(
      () => lateWrite.resolve('written'),
      (error) => lateWrite.resolve(error.code),
    )
    await late
  })
  await expectLostWithoutTrace(transaction)
  expect(await lateWrite.promise).not.toBe('written')
})

test('a connection lost inside a nested transaction ends the outer one', async () => {
  const { db } = service.deps
  async function nested(inside: Db): Promise<void> {
    await inside.transaction('system', async (tx) => {
      await tx`insert into notes (text) values ('inside')`
      const pid = await readBackendPid(tx)
      void cutConnection(pid)
      await tx`select pg_sleep(10)`
    })
  }
  const transaction = db.atomically('system', async (inside, tx) => {
    await tx`insert into notes (text) values ('outside')`
    // Code that catches the failure of a part and continues must not get further, either.
    await nested(inside).catch(() => {})
    await tx`insert into notes (text) values ('after')`
  })
  await expectLostWithoutTrace(transaction)
})

test('afterwards the pool has all its connections', async () => {
  await keepBusy()
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      service.deps.db.transaction('system', async (tx) => {
        await tx`insert into notes (text) values (${String(number)})`
      }),
    ),
  )
  expect(results).toHaveLength(20)
  expect(await service.deps.db.system`select from notes`).toHaveLength(20)
})

test('connections to a server that has become read-only are replaced once it is not', async () => {
  const admin = connectSql(service.databaseUrl)
  const [row] = await admin<{ name: string }>`select current_database() as name`
  const { key } = await service.tenant()
  const write = async () => {
    const answer = await service.call('POST', teamspaces, {
      key,
      body: { name: 'After a failover' },
    })
    return answer.status
  }
  // New connections get this setting, as they would from a standby, and keep it when it is gone.
  await admin.run(`alter database ${row?.name} set default_transaction_read_only = on`)
  await admin`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  await until('the refusal', async () => (await write()) === 503)
  const { body } = await service.call('GET', '/readyz')
  expect(body).toMatchObject({ status: 'degraded', checks: { database: 'is read-only' } })
  await admin.run(`alter database ${row?.name} reset default_transaction_read_only`)
  await until('a write', async () => (await write()) === 201)
  await admin.end()
})
