import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RateLimiter } from '../src/http/gate/rate-limit.ts'
import { RequestRate } from '../src/http/gate/request-rate.ts'
import { SignInThrottle } from '../src/http/gate/sign-in-throttle.ts'
import { type CountStore, withFallback } from '../src/platform/counts/count-store.ts'
import { HeldCounts } from '../src/platform/counts/held-counts.ts'
import { postgresCounts, removeOldCounts } from '../src/platform/counts/postgres-counts.ts'
import { redisCounts } from '../src/platform/counts/redis-counts.ts'
import { SharedCounts } from '../src/platform/counts/shared-counts.ts'
import { freePort } from '../src/platform/postgres/free-port.ts'
import { openRedis, type RedisClient } from '../src/platform/redis-client.ts'
import { useService } from './harness.ts'
import { hasRedis, startRedis, stopRedis } from './redis-server.ts'

const service = useService()
const fail = (): never => {
  throw new Error('could not share counts')
}

const opened: SharedCounts[] = []
afterAll(() => {
  for (const counts of opened) counts.close()
})

/** One process of a fleet: its own counts over a store that the others use, too. */
function processOn(store: CountStore) {
  const counts = new SharedCounts(store, { warn: fail })
  opened.push(counts)
  const deps = { counts, clock: () => service.deps.clock() }
  return { counts, deps, throttle: new SignInThrottle(deps) }
}

function catchStatus(run: () => unknown): number {
  try {
    run()
    return 200
  } catch (error) {
    return (error as { status: number }).status
  }
}

const inPostgres = () => postgresCounts(service.deps.db, () => service.deps.clock())

/** What must hold wherever the counts are. */
function describeStore(open: () => CountStore): void {
  test('requests count in all processes, and no process forgets what others counted', async () => {
    const [a, b] = [processOn(open()), processOn(open())]
    // Ten at once, and so slow that nothing drains during the test.
    const rate = { policy: 'default', perSecond: 0.00001, burstSeconds: 1_000_000 }
    const [onA, onB] = [new RequestRate(rate, a.deps), new RequestRate(rate, b.deps)]
    for (let at = 0; at < 6; at++) onA.take('mia')
    await a.counts.exchange()
    onB.take('mia')
    await b.counts.exchange()
    expect(onB.show('mia')?.state).toContain(';r=3;')
    onB.take('mia')
    await b.counts.exchange()
    expect([1, 2, 3].map(() => catchStatus(() => onB.take('mia')))).toEqual([200, 200, 429])
    expect(catchStatus(() => onB.take('jo'))).toBe(200)
    await b.counts.exchange()
    onA.take('mia') // not known there yet
    await a.counts.exchange()
    expect(catchStatus(() => onA.take('mia'))).toBe(429)
  })

  test('wrong passwords count in all processes, right ones do not', async () => {
    const [a, b] = [processOn(open()), processOn(open())]
    const login = { account: 'mia@example.com', address: '192.0.2.1', isKnown: async () => false }
    const tries = (on: typeof a, isRight: boolean) =>
      on.throttle
        .attempt(login, () => (isRight ? Promise.resolve() : Promise.reject({ status: 401 })))
        .then(
          () => 200,
          ({ status }) => status,
        )
    for (let at = 0; at < 25; at++) expect(await tries(at % 2 ? a : b, true)).toBe(200)
    const seen = await Promise.all(
      Array.from({ length: 30 }, (_, at) => tries(at % 2 ? a : b, false)),
    )
    expect(seen.filter((status) => status === 401)).toHaveLength(20)
    expect([await tries(a, true), await tries(b, true)]).toEqual([429, 429])
  })

  test('sockets count in all processes until they close', async () => {
    const [a, b] = [processOn(open()), processOn(open())]
    const name = 'sockets'
    const [onA, onB] = [new HeldCounts(name, 20, a.counts), new HeldCounts(name, 20, b.counts)]
    for (let at = 0; at < 15; at++) onA.take('mia')
    await a.counts.exchange()
    for (let at = 0; at < 2; at++) onB.take('mia')
    expect(onB.of('mia')).toBe(2)
    await b.counts.exchange()
    expect(onB.of('mia')).toBe(17)
    for (let at = 0; at < 15; at++) onA.giveBack('mia')
    await a.counts.exchange()
    onB.take('mia')
    await b.counts.exchange()
    expect(onB.of('mia')).toBe(3)
  })
}

describe('counts in PostgreSQL', () => {
  describeStore(inPostgres)

  test('are removed when their time is over', async () => {
    const past = postgresCounts(service.deps.db, () => new Date(Date.now() - 7_200_000))
    await past.add([{ key: 'old', by: 1, windowMs: 1000 }])
    await removeOldCounts(service.deps.db)
    const { system: sql } = service.deps.db
    expect(await sql`select from window_counts where key = 'old'`).toEqual([])
    expect(await sql`select from window_counts`).not.toEqual([])
  })
})

describe.skipIf(!hasRedis)('counts in Redis', () => {
  let redis: ChildProcess
  let client: RedisClient

  beforeAll(async () => {
    const port = await freePort()
    redis = startRedis(port)
    client = await openRedis(`redis://127.0.0.1:${port}`, service.deps.log)
    if (!client.isReady) await once(client, 'ready')
  })
  afterAll(async () => {
    client.destroy()
    await stopRedis(redis)
  })

  describeStore(() => redisCounts(client))

  test('continue in PostgreSQL while Redis is away', async () => {
    const store = withFallback(redisCounts(client), inPostgres())
    await stopRedis(redis)
    const [total] = await store.add([{ key: 'away', by: 3, windowMs: 60_000 }])
    expect(total?.used).toBe(3)
    expect((await inPostgres().add([{ key: 'away', by: 1, windowMs: 60_000 }]))[0]?.used).toBe(4)
  })
})

describe('without a store', () => {
  const broken: CountStore = {
    add: () => Promise.reject(new Error('away')),
    takeBack: () => Promise.reject(new Error('away')),
    hold: () => Promise.reject(new Error('away')),
  }

  test('each process counts alone, says so once, and reports later what it counted', async () => {
    const warnings: unknown[] = []
    const stores = { current: broken }
    const store: CountStore = {
      add: (changes) => stores.current.add(changes),
      takeBack: (keys) => stores.current.takeBack(keys),
      hold: (holdings) => stores.current.hold(holdings),
    }
    const counts = new SharedCounts(store, { warn: (...args: unknown[]) => warnings.push(args) })
    const deps = { counts, clock: () => new Date(0) }
    const rate = new RequestRate({ policy: 'outage', perSecond: 1, burstSeconds: 10 }, deps)
    const limiter = new RateLimiter({ policy: 'outage', quota: 10, windowSeconds: 60 }, deps)
    for (let at = 0; at < 5; at++) rate.take('mia')
    await counts.exchange()
    await limiter.takeTogether('jo')
    expect(warnings).toHaveLength(1)
    stores.current = inPostgres()
    rate.take('mia')
    await counts.exchange()
    const [total] = await inPostgres().add([{ ...limiter.buildChange('mia'), by: 0 }])
    expect(total?.used).toBe(6)
  })
})

test('callers far from the limit cost no statement', async () => {
  let exchanges = 0
  const store: CountStore = {
    add: async () => {
      exchanges++
      return [{ used: 51, leftMs: 1000 }]
    },
    takeBack: async () => {},
    hold: async () => [],
  }
  const { counts, deps } = processOn(store)
  const rate = new RequestRate(
    { policy: 'default', perSecond: 0.001, burstSeconds: 1_000_000 },
    deps,
  )
  for (let at = 0; at < 49; at++) rate.take('mia')
  await counts.exchange()
  expect(exchanges).toBe(0)
  for (let at = 0; at < 20; at++) rate.take('mia')
  await counts.exchange()
  expect(exchanges).toBe(1)
})
