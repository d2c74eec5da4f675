import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lostAfterSeconds } from '../src/features/workflows/runs/run-jobs.ts'
import { connectSql, type TestSql } from './connect-sql.ts'
import { hashCheaply, password } from './passwords.ts'
import { type ServerProcess, useProcesses } from './processes.ts'
import { call, request, until } from './server-client.ts'
import { sample } from './soak.ts'
import { endTaskLeases } from './task-leases.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/**
 * A workflow of ten steps, and a server that dies between any two of them and inside each. A
 * database trigger stops the run at a gate when it records a step: after the effect of the step and
 * before the commit of both. The test doesn't wait for leases; it moves their end.
 */
const processes = useProcesses()
const base = '/api/v1/service/workflows'
const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/**
 * All places are `between` and `inside` each step, and `called` for those with external calls. After
 * a kill inside a step, the run resumes behind the step before it, as after a kill between the two.
 */
const wanted = sample(
  ['called two', 'inside four'],
  names.flatMap((name) => [
    `inside ${name}`,
    ...(name === 'two' || name === 'nine' ? [`called ${name}`] : []),
    ...(name === 'ten' ? [] : [`between ${name}`]),
  ]),
)

let database: TestDatabase
let env: Record<string, string>
let dataDir: string
let server: ServerProcess
/** One session for gates, one for the table of runs, one for queries. */
let gates: TestSql
let runs: TestSql
let look: TestSql

/** Requests to the external server, by key: a second one with the same key is a retry. */
const deliveries = new Map<string, number>()
/** A one-time action for when the request of a step arrives. */
const onRequest = new Map<string, () => Promise<void>>()
const outside = createServer(async (request, response) => {
  request.resume()
  const key = String(request.headers['idempotency-key'])
  deliveries.set(key, (deliveries.get(key) ?? 0) + 1)
  const step = key.slice(key.indexOf(':') + 1)
  const act = onRequest.get(step)
  onRequest.delete(step)
  await act?.()
  response.end('{}')
})
let outsideUrl: string

/** The first number of the advisory locks that act as gates; the second identifies the step. */
const gate = 15_150

beforeAll(async () => {
  database = await createTestDatabase()
  const { url } = database
  const open = () => connectSql(url)
  ;[gates, runs, look] = [open(), open(), open()]
  await look.run(`
    create function pass_gate() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(${gate}, hashtext(new.path));
      return new;
    end $$;
    create trigger pass_gate before insert or update on workflow_steps
      for each row execute function pass_gate()`)
  env = { DATABASE_URL: url, ATELIER_ALLOW_CIDRS: 'all=127.0.0.0/8' }
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  outsideUrl = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/`
  dataDir = await processes.dataFolder()
  server = await processes.startServer({ dataDir, env })
})

afterAll(async () => {
  outside.close()
  await Promise.all([gates, runs, look].map((sql) => sql?.end()))
  await database.drop()
})

/** The owner's session: their key cannot approve. */
async function signIn(): Promise<string> {
  const hash = await hashCheaply()
  const [owner] = await look`update users set password_hash = ${hash} returning email`
  const body = { email: owner?.email, password }
  return (await request(server, 'POST', '/api/v1/auth/login', { key: '', body })).access_token
}

const closeGate = (step: string) => gates`select pg_advisory_lock(${gate}, hashtext(${step}))`
const openGate = (step: string) => gates`select pg_advisory_unlock(${gate}, hashtext(${step}))`

/** Waits until the run is at the gate, with the effect of the step done and not committed. */
const reachGate = (step: string) =>
  until(`the run to reach the gate of ${step}`, async () => {
    const waiting = await look`
        select from pg_locks where locktype = 'advisory' and not granted
          and classid = ${gate}::oid and objid = hashtext(${step})::bit(32)::bigint::oid`
    return waiting.length > 0
  })

/**
 * Lets the run pass the gate and keeps it from continuing. A session that waits for a whole table
 * comes before later ones, so the run can't start its next step first.
 */
async function stopBehind(step: string): Promise<() => Promise<void>> {
  const over = Promise.withResolvers<void>()
  const taken = Promise.withResolvers<void>()
  const done = runs.transaction(async () => {
    await runs`lock table workflow_runs in exclusive mode`
    taken.resolve()
    await over.promise
  })
  done.catch(taken.reject)
  await until('our turn to be next', async () => {
    const waiting = await look`
      select from pg_locks where not granted and relation = 'workflow_runs'::regclass
        and mode = 'ExclusiveLock'`
    return waiting.length > 0
  })
  await openGate(step)
  await taken.promise
  return async () => {
    over.resolve()
    await done
  }
}

/** Others soon take over what a dead process started; instead of waiting, we move that time. */
async function passLeases(): Promise<void> {
  const late = await look`
    select id from workflow_runs
    where status = 'RUNNING' and wake_at > now() + ${lostAfterSeconds} * interval '1 second'
      and not exists (select from workflow_steps s
        where s.run_id = workflow_runs.id and s.status = 'waiting')`
  expect(late.map(({ id }) => id)).toEqual([])
  await look`update workflow_runs set wake_at = now() where status = 'RUNNING'`
  await endTaskLeases(database.url)
}

const post = (id: string) => ({
  id,
  type: 'http',
  method: 'POST',
  url: outsideUrl,
  body: { step: id },
})
const card = (id: string) => ({
  id,
  type: 'call',
  operation: 'createBoardTask',
  body: { board: 'k', title: id },
})

const steps = () => [
  card('one'),
  post('two'),
  {
    id: 'three',
    type: 'call',
    operation: 'createComment',
    body: { content_type: 'task', object_pk: '${steps.one.output.id}', comment: 'three' },
  },
  card('four'),
  { id: 'five', type: 'wait', seconds: 1 },
  {
    id: 'six',
    type: 'call',
    operation: 'createProject',
    params: { resourcetype: 'campaign' },
    body: { title: 'six' },
  },
  { id: 'seven', type: 'ask', kind: 'approval', question: 'Seven?' },
  { id: 'eight', type: 'call', operation: 'createTag', body: { name: 'eight' } },
  post('nine'),
  card('ten'),
]

async function createWorkflow(server: ServerProcess, title: string, steps: object[]) {
  const boards = await request(server, 'GET', '/api/v1/pm/boards')
  if (boards.count === 0) {
    await request(server, 'POST', '/api/v1/pm/boards', { body: { title: 'Kills', slug: 'k' } })
  }
  const { id } = await request(server, 'POST', base, { body: { definition: { title, steps } } })
  return id as string
}

test('kill -9 between steps and inside steps: each effect happens once', async () => {
  const id = await createWorkflow(server, 'Ten', steps())
  const has = (place: string) => wanted.includes(place)
  let kills = 0
  const restart = async () => {
    kills++
    await passLeases()
    server = await processes.startServer({ dataDir, env })
  }
  const isStopped = (name: string) => has(`inside ${name}`) || has(`between ${name}`)
  for (const name of names.filter(isStopped)) await closeGate(name)
  const calls = new Map(
    names
      .filter((name) => has(`called ${name}`))
      .map((name) => [name, Promise.withResolvers<void>()]),
  )
  for (const [name, dead] of calls) {
    onRequest.set(name, async () => {
      await server.kill9()
      dead.resolve()
    })
  }
  const { run_id } = await request(server, 'POST', `${base}/${id}/start`, { body: {} })
  const status = () => request(server, 'GET', `${base}/${id}/runs/${run_id}/status`)

  for (const [index, name] of names.entries()) {
    if (has(`inside ${name}`)) {
      await reachGate(name)
      await server.kill9()
      await openGate(name)
      if (has(`between ${name}`)) await closeGate(name)
      await restart()
    }
    if (has(`between ${name}`)) {
      await reachGate(name)
      const goOn = await stopBehind(name)
      await server.kill9()
      await goOn()
      await restart()
    }
    const dead = calls.get(name)
    if (dead) {
      await dead.promise
      await restart()
    }
    if (name !== 'seven') continue
    const asked = await until(
      'the question',
      async () => (await status()).steps[index].waits_for ?? undefined,
    )
    await request(server, 'POST', `/api/v1/questions/${asked.id}/answer`, {
      key: '',
      headers: { authorization: `Bearer ${await signIn()}` },
      body: { value: 'approved' },
    })
  }

  const run = await until('the end', async () => (await status()).end_time > 0 && status())
  expect(run).toMatchObject({ status: 'COMPLETED' })
  expect(kills).toBe(wanted.length)
  const count = async (path: string) => (await request(server, 'GET', path)).count
  expect(await count('/api/v1/pm/tasks?page_size=100')).toBe(3)
  expect(await count('/api/v1/comments?page_size=100')).toBe(1)
  expect(await count('/api/v1/projects/campaign')).toBe(1)
  expect(await count('/api/v1/questions')).toBe(1)
  expect(await count('/api/v1/pm/tags')).toBe(1)
  // The external server may be called again if the response was lost, but never with another key.
  expect([...deliveries.keys()].sort()).toEqual([`${run_id}:nine`, `${run_id}:two`])
  const ends = async () => {
    const { results } = await request(server, 'GET', '/api/v1/events?limit=1000')
    return results.filter(({ type }: { type: string }) => type === 'workflow_run.completed').length
  }
  await expect.poll(ends).toBe(1)
})

test('a suspended process that wakes up does not repeat a step that another has done', async () => {
  const sleeper = server
  const id = await createWorkflow(sleeper, 'Sleep', [card('asleep')])
  const startRun = async (): Promise<string> =>
    (await request(sleeper, 'POST', `${base}/${id}/start`, { body: {} })).run_id
  const hasEnded = async (server: ServerProcess, runId: string) =>
    (await call(server, 'GET', `${base}/${id}/runs/${runId}/status`)).body?.end_time > 0
  const before = (await request(sleeper, 'GET', '/api/v1/pm/tasks')).count
  await closeGate('asleep')
  const runId = await startRun()
  await reachGate('asleep')
  process.kill(sleeper.pid, 'SIGSTOP')
  await openGate('asleep')
  const other = await processes.startServer({ dataDir: await processes.dataFolder(), env })
  await until('the other to do it', () => hasEnded(other, runId))
  await other.stop()
  process.kill(sleeper.pid, 'SIGCONT')

  // Its connections are gone, so its first responses may say that the database is unavailable.
  await until('the sleeper to answer', () => hasEnded(sleeper, runId))
  // It runs one job after another: when it has finished a new run, it is done with the old one.
  const marker = await until('the marker to start', () => startRun().catch(() => false as const))
  await until('the sleeper to do the marker', () => hasEnded(sleeper, marker))
  const path = `${base}/${id}/runs/${runId}/status`
  expect(await request(sleeper, 'GET', path)).toMatchObject({ status: 'COMPLETED' })
  expect((await request(sleeper, 'GET', '/api/v1/pm/tasks')).count).toBe(before + 2)
  await sleeper.stop()
})
