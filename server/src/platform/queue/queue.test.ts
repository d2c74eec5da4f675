import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectSql } from '../../../test/connect-sql.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { systemRandom } from '../../lib/random.ts'
import { openPostgresBus } from '../bus/postgres-bus.ts'
import { type Database, openDatabase } from '../postgres/db.ts'
import { allMigrations, migrate } from '../postgres/migrate.ts'
import { watchDue } from '../work/due.ts'
import { Loops } from '../work/loops.ts'
import { openSignals } from '../work/signals.ts'
import { openQueue, type Queue } from './queue.ts'

let database: TestDatabase
let db: Database
const open: (() => Promise<void>)[] = []
const log = { info: () => {}, warn: () => {}, error: () => {} }
const loops = new Loops(log)
const settings = { name: 'letters', retryLimit: 1, atOnce: 2 }

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url)
})
beforeEach(async () => {
  for (const close of open.splice(0)) await close()
  await db.system`truncate jobs`
})
afterAll(async () => {
  for (const close of open) await close()
  loops.close()
  await db.close()
  await database.drop()
})

/** The queue of a process; `checkDue` replaces its check every two seconds. */
async function openProcess(): Promise<Queue & { checkDue(): void }> {
  const queue = openQueue({
    db,
    signals: openSignals(await openPostgresBus(db, log)),
    random: systemRandom,
    log,
    loops,
  })
  const checkDue = () => void queue.due.work()
  open.push(() => queue.stop(0))
  return { ...queue, checkDue }
}

const send = (queue: Queue, data: object, afterSeconds = 0) =>
  db.transaction('system', (tx) => queue.send(tx, settings.name, data, { afterSeconds }))

const jobs = () =>
  db.system<{ attempts: number; error: string | null; is_failed: boolean; is_held: boolean }>`
    select attempts, error, failed_at is not null as is_failed, lease is not null as is_held
    from jobs order by id`

const makeAllDue = () => db.system`update jobs set due_at = now()`

describe('a job', () => {
  test('runs once its transaction has committed, and is then gone', async () => {
    const queue = await openProcess()
    const ran: object[] = []
    queue.work(settings, async (data) => void ran.push(data))
    const undone = db.transaction('system', async (tx) => {
      await queue.send(tx, settings.name, { n: 1 })
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    await send(queue, { n: 2 })
    await expect.poll(jobs).toEqual([])
    expect(ran).toEqual([{ n: 2 }])
  })

  test('of another process without workers runs too, and few run at once', async () => {
    const [sender, worker] = [await openProcess(), await openProcess()]
    const doors = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
    let begun = 0
    worker.work(settings, () => doors[begun++]?.promise ?? Promise.reject(new Error('too many')))
    for (let n = 0; n < doors.length; n++) await send(sender, { n })
    for (const [finished, door] of doors.entries()) {
      await expect.poll(() => begun).toBe(Math.min(finished + settings.atOnce, doors.length))
      door.resolve()
    }
    await expect.poll(jobs).toEqual([])
  })

  test('waits for one job of another workspace, not for all of them', async () => {
    const queue = await openProcess()
    const job = (workspace_id: number, n: number) => ({
      queue: settings.name,
      data: { workspace_id, n },
    })
    const many = Array.from({ length: 60 }, (_, n) => job(7, n))
    await db.transaction('system', (tx) => queue.sendAll(tx, many))
    const few = [job(8, 0), job(8, 1), job(8, 2)]
    await db.transaction('system', (tx) => queue.sendAll(tx, few))
    const ran: { workspace_id: number; n: number }[] = []
    queue.work<(typeof ran)[number]>(settings, async (data) => void ran.push(data))
    await expect.poll(() => ran.length).toBe(63)
    const places = ran.flatMap(({ workspace_id }, at) => (workspace_id === 8 ? [at] : []))
    expect(Math.max(...places)).toBeLessThan(10)
  })

  test('waits for one job of another workspace also if only one runs at a time', async () => {
    const queue = await openProcess()
    const job = (workspace_id: number) => ({ queue: settings.name, data: { workspace_id } })
    for (const workspaces of [[7, 7, 7, 7], [9, 9], [8]]) {
      await db.transaction('system', (tx) => queue.sendAll(tx, workspaces.map(job)))
    }
    const ran: number[] = []
    queue.work<{ workspace_id: number }>({ ...settings, atOnce: 1 }, async ({ workspace_id }) => {
      ran.push(workspace_id)
    })
    await expect.poll(() => ran.length).toBe(7)
    expect(ran).toEqual([7, 8, 9, 7, 9, 7, 7])
  })

  test('that is delayed runs at its time, without a signal', async () => {
    const queue = await openProcess()
    const ranAt: number[] = []
    queue.work(settings, async () => void ranAt.push(Date.now()))
    const watch = watchDue({ db, clock: () => new Date(), log, loops }, [queue.due])
    open.push(watch.stop)
    const sentAt = Date.now()
    await send(queue, {}, 1)
    await expect.poll(() => ranAt.length).toBe(1)
    expect(ranAt[0]).toBeGreaterThanOrEqual(sentAt + 1000)
  })

  test('that fails is retried later with its error, and in the end kept as failed', async () => {
    const queue = await openProcess()
    queue.work(settings, async () => {
      throw new Error('closed today')
    })
    await send(queue, {})
    const failed = { error: 'Error: closed today', is_held: false }
    await expect.poll(jobs).toEqual([{ attempts: 1, is_failed: false, ...failed }])
    const [retry] = await db.system`
      select due_at between created_at + interval '4 s' and now() + interval '6 s' as in_5_s
      from jobs`
    expect(retry).toEqual({ in_5_s: true })
    await makeAllDue()
    queue.checkDue()
    await expect.poll(jobs).toEqual([{ attempts: 2, is_failed: true, ...failed }])
    // Nothing runs it again: the next job comes later and is claimed earlier.
    await makeAllDue()
    await send(queue, {})
    await expect.poll(async () => (await jobs()).map(({ attempts }) => attempts)).toEqual([2, 1])
  })
})

describe('a process that ends', () => {
  const never = () => new Promise<void>(() => {})

  /** A worker that died with the job: nobody renews its lease. */
  async function die(): Promise<void> {
    await db.system`update jobs set lease = gen_random_uuid(), attempts = attempts + 1,
      due_at = now() + interval '1 h'`
  }

  test('kills no job: another takes over when the lease ends, but not forever', async () => {
    const queue = await openProcess()
    await send(queue, { n: 1 })
    await die()
    const ran: object[] = []
    queue.work(settings, async (data) => {
      ran.push(data)
      await never()
    })
    await makeAllDue()
    queue.checkDue()
    await expect.poll(() => ran).toEqual([{ n: 1 }])
    const [lease] = await db.system`
      select due_at between created_at + interval '9 s' and now() + interval '10 s' as in_10_s
      from jobs`
    expect(lease).toEqual({ in_10_s: true })
    await die()
    await makeAllDue()
    queue.checkDue()
    const error = 'Error: The processes that ran this job died.'
    await expect.poll(jobs).toEqual([{ attempts: 4, error, is_failed: true, is_held: false }])
  })

  test('orderly gives back what it cannot finish, and that is no attempt', async () => {
    const queue = await openProcess()
    queue.work(settings, never)
    await send(queue, {})
    await expect.poll(jobs).toMatchObject([{ attempts: 1, is_held: true }])
    await queue.stop(0)
    expect(await jobs()).toMatchObject([{ attempts: 0, is_held: false, is_failed: false }])
  })
})

test('a request sends jobs only for its own workspace, and reads none', async () => {
  const queue = await openProcess()
  const sendAs = (workspaceId: number, data: object) =>
    db.transaction(workspaceId, (tx) => queue.send(tx, settings.name, data))
  await sendAs(1, { workspace_id: 1 })
  await sendAs(1, { run_id: 'a' })
  await expect(sendAs(1, { workspace_id: 2 })).rejects.toThrow('row-level security')
  await expect(db.workspace(1)`select from jobs`).rejects.toThrow('permission denied')
  expect(await jobs()).toHaveLength(2)
})

describe('jobs of pg-boss', () => {
  /** A database as the version before left it; pg-boss has more columns. */
  async function beforeThisVersion() {
    const old = await createTestDatabase()
    const sql = connectSql(old.url)
    await sql.run('drop schema public cascade; create schema public')
    await sql`create table schema_migrations (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`
    for (const { name, sql: text, sha256 } of await allMigrations()) {
      if (name >= '0022') break
      await sql.run(text)
      await sql`insert into schema_migrations values (${name}, ${sha256})`
    }
    await sql.run(`
      create schema pgboss;
      create type pgboss.job_state as enum
        ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
      create table pgboss.queue (name text primary key);
      create table pgboss.job (id uuid not null default gen_random_uuid(), name text not null,
        data jsonb, state pgboss.job_state not null, retry_count integer not null default 0,
        start_after timestamptz not null default now(), created_on timestamptz not null default now(),
        completed_on timestamptz, output jsonb)`)
    open.push(async () => {
      await sql.end()
      await old.drop()
    })
    return { url: old.url, sql }
  }

  test('move into the new table, unless they are done or only woke a worker', async () => {
    const { url, sql } = await beforeThisVersion()
    await sql`insert into pgboss.queue values ('chat-forward'), ('tasks-heavy')`
    await sql`insert into pgboss.job (name, data, state, retry_count, output, completed_on) values
      ('chat-forward', '{"n": 1}', 'created', 0, null, null),
      ('chat-forward', '{"n": 2}', 'retry', 2, '{"message": "away"}', null),
      ('chat-forward', '{"n": 3}', 'active', 0, null, null),
      ('chat-forward', '{"n": 4}', 'failed', 12, '{"message": "gone"}', now()),
      ('chat-forward', '{"n": 5}', 'completed', 0, null, now()), ('tasks-heavy', '{}', 'created', 0, null, null)`
    await migrate(url)
    const moved =
      await sql`select (data ->> 'n')::int as n, attempts, error, failed_at is null as is_open,
      due_at <= now() as is_due from jobs where queue = 'chat-forward' order by 1`
    expect(moved.map((row) => Object.values(row))).toEqual([
      [1, 0, null, true, true],
      [2, 2, 'away', true, true],
      [3, 0, null, true, true],
      [4, 12, 'gone', false, true],
    ])
    expect(await sql`select from jobs`).toHaveLength(4)
    expect(await sql`select to_regnamespace('pgboss') as schema`).toEqual([{ schema: null }])
  })

  test('of another program stay where they are', async () => {
    const { url, sql } = await beforeThisVersion()
    await sql`insert into pgboss.queue values ('chat-forward'), ('their-queue')`
    await sql`insert into pgboss.job (name, state) values ('chat-forward', 'created'),
      ('their-queue', 'created')`
    await migrate(url)
    expect(await sql`select queue from jobs`).toEqual([{ queue: 'chat-forward' }])
    expect(await sql`select name from pgboss.job`).toEqual([{ name: 'their-queue' }])
  })
})
