import { describe, expect, test } from 'vitest'
import { buildHealthApp } from '../src/http/health-port.ts'
import { sharesStorage } from '../src/platform/storage/shared-storage.ts'
import { expectStatus, useService, useTenant } from './harness.ts'
import { until } from './server-client.ts'

const service = useService()
const mia = useTenant(service)
const signal = new AbortController().signal

/** The samples of a metric, by their labels. */
async function samples(name: string): Promise<Record<string, number>> {
  const metric = service.deps.metrics.registry.getSingleMetric(name)
  const { values } = (await metric?.get()) ?? { values: [] }
  return Object.fromEntries(
    values.map(({ labels, value }) => [Object.values(labels).join(' '), value]),
  )
}

describe('metrics', () => {
  test('show unfinished work by queue and state, with the age of the oldest', async () => {
    const { system } = service.deps.db
    const lease = service.deps.random.uuid()
    await system`insert into jobs (queue, data, due_at, lease, failed_at, created_at) values
      ('nobody', '{}', now() - interval '1 hour', null, null, now()),
      ('nobody', '{}', now() - interval '1 minute', null, null, now()),
      ('nobody', '{}', now() + interval '1 hour', null, null, now()),
      ('nobody', '{}', now() + interval '1 hour', ${lease}, null, now() - interval '2 hours'),
      ('nobody', '{}', now(), null, now() - interval '1 day', now())`
    await system`insert into tasks (id, workspace_id, kind, lane, status, input, actor, due_at, created_at)
      values (${service.deps.random.uuid()}, ${mia.workspaceId}, 'none', 'heavy', 'PENDING', '{}', '{}',
        now() + interval '1 hour', now())`
    const items = () => samples('backlog_items')
    await expect.poll(items, { interval: 500 }).toMatchObject({
      'nobody due': 2,
      'nobody scheduled': 1,
      'nobody running': 1,
      'nobody failed': 1,
      'heavy-tasks scheduled': 1,
    })
    const oldest = await samples('backlog_oldest_seconds')
    expect(oldest['nobody due']).toBeGreaterThanOrEqual(3600)
    expect(oldest['nobody running']).toBeGreaterThanOrEqual(7200)
    expect(oldest['nobody failed']).toBeGreaterThanOrEqual(86_400)
    expect(oldest['nobody scheduled']).toBe(0)
    await system`delete from jobs where queue = 'nobody'`
    await expect.poll(items, { interval: 500 }).toMatchObject({
      'nobody due': 0,
      'nobody failed': 0,
    })
  })

  test('show the loops, the bus, the connections and the process', async () => {
    const stalled = await samples('background_loop_stalled')
    expect(Object.keys(stalled)).toEqual(
      expect.arrayContaining([
        'event dispatcher',
        'jobs',
        'due work',
        'cleanup',
        'scheduled posts',
      ]),
    )
    const progress = () => samples('background_loop_last_progress_timestamp_seconds')
    await expect
      .poll(async () => (await progress())['due work'])
      .toBeGreaterThan(Date.now() / 1000 - 60)
    expect(await samples('bus_connected')).toEqual({ postgres: 1 })
    expect(await samples('database_up')).toEqual({ '': 1 })
    expect(Math.abs((await samples('clock_offset_seconds'))[''] as number)).toBeLessThan(2)
    expect(Object.keys(await samples('database_slots'))).toEqual(['transactions', 'reads', 'own'])
    const { text } = await service.call('GET', '/metrics')
    expect(text).toMatch(/^atelier_info\{version="[\d.]+",roles="api,worker"\} 1$/m)
  })
})

describe('readiness', () => {
  test('names a stalled loop; a process without the api role is then not ready', async () => {
    const { deps } = service
    const loop = deps.loops.watch({ name: 'stuck loop', maxSeconds: 0 })
    loop.begin()
    const loops = expect.stringMatching(/^no progress: stuck loop for \d+ s$/)
    const checks = { loops }
    expect((await service.call('GET', '/readyz')).status).toBe(200)
    expect((await service.call('GET', '/readyz')).body).toMatchObject({
      status: 'degraded',
      checks,
    })
    const config = { ...deps.config, roles: new Set(['worker']) }
    const worker = buildHealthApp({ ...deps, config }, signal)
    const answer = await worker.inject('/readyz')
    expect([answer.statusCode, answer.json().status]).toEqual([503, 'not ready'])
    expect(answer.json().checks).toMatchObject(checks)
    await worker.close()
    deps.loops.forget(loop)
    expect((await service.call('GET', '/readyz')).body.status).toBe('ok')
  })

  test('names files that other processes do not see', async () => {
    const { deps } = service
    const errors: unknown[] = []
    const log = { warn: () => {}, error: (text: unknown) => void errors.push(text) }
    const { db, random, storage } = deps
    expect(await sharesStorage({ db, random, log, storage })).toBe(true)
    const elsewhere = { put: storage.put, stat: async () => undefined }
    const shares = await sharesStorage({ db, random, log: log as never, storage: elsewhere })
    expect([shares, errors.length]).toEqual([false, 1])
    const app = buildHealthApp({ ...deps, sharesStorage: shares }, signal)
    expect((await app.inject('/readyz')).json()).toMatchObject({
      status: 'degraded',
      checks: { storage: 'is not the storage of the other processes' },
    })
    await app.close()
  })

  test('fails while no transaction slot is free, says so, and recovers without a restart', async () => {
    const { db } = service.deps
    const ready = () => service.call('GET', '/readyz')
    expect((await ready()).body.checks).toMatchObject({
      database: 'ok',
      transactions: 'ok',
      reads: 'ok',
    })
    const done = Promise.withResolvers<void>()
    let begun = 0
    const hold = () => {
      begun++
      return done.promise
    }
    const held = [1, 2].flatMap((workspace) =>
      Array.from({ length: 5 }, () => db.transaction(workspace, hold)),
    )
    await until('all slots to be held', async () => begun === db.load().transactions.slots)
    expect((await ready()).status).toBe(200)
    service.advance(6)
    const red = await expectStatus(503, ready())
    expect(red.status).toBe('not ready')
    expect(red.checks.transactions).toMatch(/^no slot has been free for \d+ s$/)
    const metrics = await service.call('GET', '/metrics')
    expect(metrics.text).toContain('database_slots_in_use{purpose="transactions"} 10')
    expect(metrics.text).toContain('database_slots_waiting{purpose="reads"} 0')
    expect(metrics.text).toContain('database_slots_oldest_wait_seconds{purpose="transactions"}')
    done.resolve()
    await Promise.all(held)
    expect((await ready()).status).toBe(200)
  })

  test('the health port serves health and metrics, and no operation', async () => {
    const health = buildHealthApp(service.deps, signal)
    expect((await health.inject('/readyz')).json()).toMatchObject({ status: 'ok' })
    expect((await health.inject('/metrics')).body).toContain('database_slots')
    const operation = await health.inject('/api/v1/workspaces/current')
    expect([operation.statusCode, operation.json().code]).toEqual([404, 'route_not_found'])
    await health.close()
  })
})
