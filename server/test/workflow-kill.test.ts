import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { withDatabase } from './global-setup.ts'
import { type ServerProcess, useProcesses } from './processes.ts'
import { succeed, until } from './talking.ts'

/**
 * A workflow of ten steps, and a server that dies between any two of them and inside each. The test
 * holds the run's row to stop it between steps, and the table that a step writes to stop it inside.
 */
const processes = useProcesses()
/** All are 15; each costs the time after which a run counts as lost, so few by default. */
const wanted = process.env.KILLS === 'all' ? undefined : ['between 1', 'inside 2', 'inside 4']
const base = '/api/v1/service/workflows'

let admin: postgres.Sql
let database: string
let url: string
let env: Record<string, string>
/** One session for the run's row, one for the table that its next step writes. */
let rows: postgres.Sql
let tables: postgres.Sql

/** What the outside was told, by key: a second request with the same key is a repetition. */
const told = new Map<string, number>()
/** What to do when the request of a step arrives, once. */
const onRequest = new Map<string, () => Promise<void>>()
const outside = createServer(async (request, response) => {
  request.resume()
  const key = String(request.headers['idempotency-key'])
  told.set(key, (told.get(key) ?? 0) + 1)
  const step = key.slice(key.indexOf(':') + 1)
  const act = onRequest.get(step)
  onRequest.delete(step)
  await act?.()
  response.end('{}')
})
let address: string

beforeAll(async () => {
  admin = postgres(inject('databaseUrl'), { max: 1, onnotice: () => {} })
  database = `test_${randomBytes(6).toString('hex')}`
  await admin.unsafe(`create database ${database}`)
  url = withDatabase(inject('databaseUrl'), database)
  rows = postgres(url, { max: 1, onnotice: () => {} })
  tables = postgres(url, { max: 1, onnotice: () => {} })
  env = { DATABASE_URL: url, ATELIER_ALLOW_CIDRS: '127.0.0.0/8' }
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/`
})

afterAll(async () => {
  outside.close()
  await Promise.all([rows.end({ timeout: 1 }), tables.end({ timeout: 1 })])
  await admin.unsafe(`drop database if exists ${database} with (force)`)
  await admin.end()
})

const post = (id: string) => ({
  step: { id, type: 'http', method: 'POST', url: address, body: { step: id } },
  waits: true,
})
const card = (id: string) => ({
  step: { id, type: 'call', operation: 'createBoardTask', body: { board: 'k', title: id } },
  table: 'pm_tasks',
})

/** Each step with the table that it writes, if there is one. */
const steps = (): { step: { id: string }; table?: string; waits?: boolean }[] => [
  card('one'),
  post('two'),
  {
    step: {
      id: 'three',
      type: 'call',
      operation: 'createComment',
      body: { content_type: 'task', object_pk: '${steps.one.output.id}', comment: 'three' },
    } as { id: string },
    table: 'comments',
  },
  card('four'),
  { step: { id: 'five', type: 'wait', seconds: 3 } as { id: string }, waits: true },
  {
    step: {
      id: 'six',
      type: 'call',
      operation: 'createProject',
      params: { resourcetype: 'campaign' },
      body: { title: 'six' },
    } as { id: string },
    table: 'projects',
  },
  {
    step: { id: 'seven', type: 'ask', kind: 'approval', question: 'Seven?' } as { id: string },
    table: 'questions',
    waits: true,
  },
  {
    step: { id: 'eight', type: 'call', operation: 'createTag', body: { name: 'eight' } } as {
      id: string
    },
    table: 'pm_tags',
  },
  post('nine'),
  card('ten'),
]

interface Held {
  session: postgres.TransactionSql
  end(): Promise<void>
}

/** A transaction that stays open with the locks that `take` has taken; none when that says no. */
async function hold(
  client: postgres.Sql,
  take: (session: postgres.TransactionSql) => Promise<boolean>,
): Promise<Held | undefined> {
  const taken = Promise.withResolvers<Held | undefined>()
  const over = Promise.withResolvers<void>()
  const done = client.begin(async (session) => {
    if (!(await take(session))) return taken.resolve(undefined)
    const end = async () => {
      over.resolve()
      await done
    }
    taken.resolve({ session, end })
    await over.promise
  })
  done.catch(taken.reject)
  return taken.promise
}

/**
 * Waits until the run stands between two steps with so many done, and keeps it there. Whoever asks for
 * the row while a step has it gets it next, so no place between two steps is missed.
 */
async function holdBetween(runId: string, done: number): Promise<() => Promise<void>> {
  for (;;) {
    const held = await hold(rows, async (session) => {
      await session`select from workflow_runs where id = ${runId} for update`
      const completed = await session`
        select from workflow_steps where run_id = ${runId} and status = 'completed'`
      return completed.length >= done
    })
    if (held) return held.end
  }
}

/** Waits until somebody waits for our lock. */
async function holdTable(
  table: string,
): Promise<{ reached(): Promise<void>; free(): Promise<void> }> {
  const held = await hold(tables, async (session) => {
    await session.unsafe(`lock table ${table} in access exclusive mode`)
    return true
  })
  const { session, end } = held as Held
  return {
    reached: () =>
      until(
        `a step to reach ${table}`,
        async () => {
          const waiting = await session`
            select from pg_locks where not granted and relation = ${table}::regclass`
          return waiting.length > 0
        },
        60_000,
      ).then(() => {}),
    free: end,
  }
}

async function makeBoard(server: ServerProcess): Promise<void> {
  const boards = await succeed(server, 'GET', '/api/v1/pm/boards')
  if (boards.count > 0) return
  await succeed(server, 'POST', '/api/v1/pm/boards', { body: { title: 'Kills', slug: 'k' } })
}

async function startRun(server: ServerProcess, beforeStart: () => Promise<void>) {
  await makeBoard(server)
  const definition = { title: 'Ten', steps: steps().map(({ step }) => step) }
  const { id } = await succeed(server, 'POST', base, { body: { definition } })
  await beforeStart()
  const { run_id } = await succeed(server, 'POST', `${base}/${id}/start`, { body: {} })
  return { id, runId: run_id as string }
}

test('kill -9 between steps and inside steps: each effect happens once', {
  timeout: 900_000,
}, async () => {
  const dataDir = await processes.dataFolder()
  let server = await processes.startServer({ dataDir, env })
  const isWanted = (point: string) => wanted === undefined || wanted.includes(point)
  let lock: Awaited<ReturnType<typeof holdTable>> | undefined
  const { id, runId } = await startRun(server, async () => {
    if (isWanted('inside 1')) lock = await holdTable('pm_tasks')
  })
  const status = () => succeed(server, 'GET', `${base}/${id}/runs/${runId}/status`)
  const again = async () => {
    server = await processes.startServer({ dataDir, env })
  }
  let kills = 0
  const kill = async () => {
    await server.kill9()
    kills++
    await again()
  }
  let between: ReturnType<typeof holdBetween> | undefined
  const all = steps()
  /** What waits is settled together with the beginning of what follows, so the lock comes before. */
  const lockNext = async (index: number) => {
    const table = all[index + 1]?.table
    if (table && isWanted(`inside ${index + 2}`)) lock = await holdTable(table)
  }

  /** The requests of these kill the server; the promises tell that it is dead. */
  const arrivals = new Map<string, Promise<void>>()
  for (const [index, { step }] of all.entries()) {
    if ((step.id !== 'two' && step.id !== 'nine') || !isWanted(`inside ${index + 1}`)) continue
    const dead = Promise.withResolvers<void>()
    arrivals.set(step.id, dead.promise)
    onRequest.set(step.id, async () => {
      await lockNext(index)
      await server.kill9()
      dead.resolve()
    })
  }

  for (const [index, { step, table, waits }] of all.entries()) {
    const follows = index > 0 && all[index - 1]?.waits
    let free = async () => {}
    if (!follows) {
      free = await (between ?? holdBetween(runId, index))
      between = undefined
      if (index > 0 && isWanted(`between ${index}`)) await kill()
    }
    const isInside = isWanted(`inside ${index + 1}`)
    if (isInside && table) {
      lock ??= await holdTable(table)
      await free()
      await lock.reached()
      await server.kill9()
      kills++
      await lock.free()
      lock = undefined
      // Before there is a server again that could go past the place.
      if (!waits) between = holdBetween(runId, index + 1)
      else if (step.id !== 'seven') await lockNext(index)
      await again()
    } else {
      if (waits && step.id !== 'seven' && !arrivals.has(step.id)) await lockNext(index)
      await free()
      await arrivals.get(step.id)
      if (isInside && step.id === 'five') {
        await until('the wait', async () => (await status()).steps[4].status === 'waiting', 60_000)
        await server.kill9()
      }
      if (isInside) {
        kills++
        await again()
      }
    }
    if (step.id !== 'seven') continue
    const asked = await until(
      'the question',
      async () => (await status()).steps[6].waits_for ?? undefined,
      60_000,
    )
    await lockNext(index)
    await succeed(server, 'POST', `/api/v1/questions/${asked.id}/answer`, {
      body: { value: 'approved' },
    })
  }

  const run = await until('the end', async () => (await status()).end_time > 0 && status(), 120_000)
  expect(run).toMatchObject({ status: 'COMPLETED' })
  expect(kills).toBe(wanted?.length ?? 15)
  const count = async (path: string) => (await succeed(server, 'GET', path)).count
  expect(await count('/api/v1/pm/tasks?page_size=100')).toBe(3)
  expect(await count('/api/v1/comments?page_size=100')).toBe(1)
  expect(await count('/api/v1/projects/campaign')).toBe(1)
  expect(await count('/api/v1/questions')).toBe(1)
  expect(await count('/api/v1/pm/tags')).toBe(1)
  // The outside may be called again when the answer was lost, but never with another key.
  expect([...told.keys()].sort()).toEqual([`${runId}:nine`, `${runId}:two`])
  const { results } = await succeed(server, 'GET', '/api/v1/events?limit=1000')
  const ends = results.filter(({ type }: { type: string }) => type === 'workflow_run.completed')
  expect(ends).toHaveLength(1)
  await server.stop()
})

test('a process that was only asleep comes too late: another has done the step', {
  timeout: 300_000,
}, async () => {
  const dataDir = await processes.dataFolder()
  const sleeper = await processes.startServer({ dataDir, env })
  await makeBoard(sleeper)
  const definition = { title: 'Sleep', steps: [card('asleep').step] }
  const { id } = await succeed(sleeper, 'POST', base, { body: { definition } })
  const before = (await succeed(sleeper, 'GET', '/api/v1/pm/tasks')).count
  const lock = await holdTable('pm_tasks')
  const { run_id } = await succeed(sleeper, 'POST', `${base}/${id}/start`, { body: {} })
  await lock.reached()
  process.kill(sleeper.pid, 'SIGSTOP')
  await lock.free()
  const other = await processes.startServer({ dataDir: await processes.dataFolder(), env })
  const path = `${base}/${id}/runs/${run_id}/status`
  await until(
    'the other to do it',
    async () => (await succeed(other, 'GET', path)).end_time > 0,
    120_000,
  )
  process.kill(sleeper.pid, 'SIGCONT')
  await until(
    'the sleeper to answer',
    async () => (await succeed(sleeper, 'GET', path)).status,
    120_000,
  )
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(await succeed(sleeper, 'GET', path)).toMatchObject({ status: 'COMPLETED' })
  expect((await succeed(other, 'GET', '/api/v1/pm/tasks')).count).toBe(before + 1)
  await Promise.all([sleeper.stop(), other.stop()])
})
