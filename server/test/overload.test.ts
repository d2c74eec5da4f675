import { get } from 'node:http'
import type { FastifyError } from 'fastify'
import { expect, test } from 'vitest'
import { toProblem } from '../src/http/errors.ts'
import { Overloaded } from '../src/lib/fair-semaphore.ts'
import { useService } from './harness.ts'
import { holdLock } from './locks.ts'

const service = useService()
const path = '/api/v1/workspaces/teamspaces'

async function gauge(name: string): Promise<number> {
  const { text } = await service.call('GET', '/metrics')
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
}

test('a workspace with eight writes in progress waits behind them; others and the process do not', async () => {
  const baseUrl = await service.listen()
  const mia = await service.tenant()
  const jo = await service.tenant()
  const lock = await holdLock(service.databaseUrl, 'lock table teamspaces in exclusive mode')
  const create = (name: string) => service.call('POST', path, { key: mia.key, body: { name } })
  const writes = Array.from({ length: 8 }, (_, at) => create(`Launch ${at}`))
  await expect.poll(() => gauge('requests_in_progress')).toBe(8)
  const waiting = service.call('GET', path, { key: mia.key })
  const headers = { authorization: `Api-Key ${mia.key}` }
  const leaving = get(baseUrl + path, { headers, agent: false }).on('error', () => {})
  await expect.poll(() => gauge('requests_waiting')).toBe(2)

  expect((await service.call('GET', path, { key: jo.key })).status).toBe(200)
  expect((await service.call('GET', '/healthz')).status).toBe(200)

  leaving.destroy()
  await expect.poll(() => gauge('requests_waiting')).toBe(1)
  await lock.release()
  const statuses = (await Promise.all(writes)).map(({ status }) => status)
  expect(statuses).toEqual(Array.from({ length: 8 }, () => 201))
  expect((await waiting).status).toBe(200)
  await expect.poll(() => gauge('requests_in_progress')).toBe(0)
})

test('a request that waited for its deadline gets 503 with the time after which to retry', () => {
  const { status, code, headers } = toProblem(
    new Overloaded('No slot was free within 10 s.') as Error as FastifyError,
    undefined,
  )
  expect([status, code, headers]).toEqual([503, 'overloaded', { 'retry-after': '10' }])
})
