import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextTimes } from '../src/lib/schedules/next-times.ts'
import { connectSql, type TestSql } from './connect-sql.ts'
import { type ServerProcess, useProcesses } from './processes.ts'
import { call, request, until } from './server-client.ts'
import { sample } from './soak.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/**
 * Several processes on one database, and one of them dies every few seconds, while schedules, events
 * and webhook deliveries with repeats arrive. Each must start exactly one run, and none may be lost.
 */
const size = sample(
  { processes: 2, seconds: 4, everySeconds: 2, schedules: 4, events: 30, deliveries: 30 },
  { processes: 3, seconds: 300, everySeconds: 5, schedules: 200, events: 1000, deliveries: 1000 },
)
const base = '/api/v1/service/workflows'
const processes = useProcesses()
let database: TestDatabase
let sql: TestSql
let servers: ServerProcess[]

beforeAll(async () => {
  database = await createTestDatabase()
  sql = connectSql(database.url)
  servers = []
  for (let n = 0; n < size.processes; n++) servers.push(await startOne())
})

afterAll(async () => {
  await sql?.end()
  await Promise.all(servers.map((server) => server.stop()))
  await database.drop()
})

async function startOne(): Promise<ServerProcess> {
  const env = {
    DATABASE_URL: database.url,
    ATELIER_RATE_LIMIT_PER_SECOND: '0',
    ATELIER_WORKSPACE_RATE_LIMIT_PER_SECOND: '0',
  }
  return processes.startServer({ dataDir: await processes.dataFolder(), env })
}

const anyServer = () => servers[Math.floor(Math.random() * servers.length)] as ServerProcess

/** Sends a request to any process until one of them accepts it. */
async function send(path: string, body: object, key: string): Promise<void> {
  const headers = { 'idempotency-key': key }
  await until(`${path} ${key}`, async () => {
    const answer = await call(anyServer(), 'POST', path, { body, headers }).catch(() => undefined)
    return answer !== undefined && answer.status < 300
  })
}

async function killSome(until: number): Promise<number> {
  let killed = 0
  while (Date.now() < until) {
    await sleep(size.everySeconds * 1000)
    const place = killed++ % servers.length
    await (servers[place] as ServerProcess).kill9()
    servers[place] = await startOne()
  }
  return killed
}

test(
  'every firing starts exactly one run, whichever process dies',
  async () => {
    const [first] = servers as [ServerProcess]
    const definition = { title: 'Tick', steps: [{ id: 'tick', type: 'set', value: 1 }] }
    const { id } = await request(first, 'POST', base, { body: { definition } })
    const board = (await request(first, 'POST', '/api/v1/pm/boards', { body: { title: 'Ticks' } }))
      .slug
    const add = (body: object) =>
      request(first, 'POST', `${base}/${id}/triggers`, { body: { overlap: 'allow', ...body } })
    const hook = await add({ kind: 'webhook' })
    const event = await add({
      kind: 'event',
      event: 'pm_task.created',
      filter: 'event.data.seq == 1',
    })
    const cron = (n: number) => sample(`*/2 * * * * *`, `${n % 60} * * * * *`)
    const schedules = await Promise.all(
      Array.from({ length: size.schedules }, (_, n) =>
        add({ kind: 'schedule', cron: cron(n), catch_up: 'all' }),
      ),
    )
    const killing = killSome(Date.now() + size.seconds * 1000)
    const path = new URL(hook.url).pathname
    for (let n = 0; n < Math.max(size.deliveries, size.events); n++) {
      const delivery = () => send(path, { n }, `delivery-${n}`)
      // Two processes get the same delivery at once.
      if (n < size.deliveries) await Promise.all(n % 3 ? [delivery()] : [delivery(), delivery()])
      if (n < size.events)
        await send('/api/v1/pm/tasks', { board, title: `Tick ${n}` }, `task-${n}`)
    }
    expect(await killing).toBeGreaterThan(0)

    const firings = (triggerId: string) => sql<{ source_key: string; run_id: string; at: Date }>`
    select source_key, run_id, scheduled_for as at from workflow_trigger_firings
    where trigger_id = ${triggerId} and outcome = 'started' order by scheduled_for`
    const counted = async (triggerId: string) => (await firings(triggerId)).length
    await until('all events', async () => (await counted(event.id)) >= size.events)
    for (const one of schedules) {
      await until('a scheduled run', async () => (await counted(one.id)) > 0)
      await request(anyServer(), 'PATCH', `${base}/${id}/triggers/${one.id}`, {
        body: { is_active: false },
      })
      await expectEveryTime(
        one,
        (await firings(one.id)).map(({ at }) => at),
      )
    }
    expect(await counted(hook.id)).toBe(size.deliveries)
    expect(await counted(event.id)).toBe(size.events)
    await expectOneRunEach()
  },
  sample(120_000, 1_800_000),
)

/** Catching up leaves no time out, and the history names each once. */
async function expectEveryTime({ cron }: { cron: string }, times: Date[]): Promise<void> {
  const [first] = times as [Date]
  const schedule = { cron, tz: 'UTC', startsAt: first, endsAt: times.at(-1) as Date }
  const expected = nextTimes(schedule, new Date(first.getTime() - 1), times.length + 10)
  expect(times.map(String)).toEqual(expected.map(String))
}

async function expectOneRunEach(): Promise<void> {
  const [row] = await sql`
    select count(*)::int as firings, count(distinct f.run_id)::int as runs,
      count(*) filter (where r.trigger_id = f.trigger_id)::int as own,
      (select count(*)::int from workflow_runs where trigger_id is not null) as started,
      (select count(*)::int from workflow_trigger_firings where outcome <> 'started') as others
    from workflow_trigger_firings f left join workflow_runs r on r.id = f.run_id
    where f.outcome = 'started'`
  const { firings, runs, own, started, others } = row as Record<string, number>
  expect([runs, own, started, others]).toEqual([firings, firings, firings, 0])
}
