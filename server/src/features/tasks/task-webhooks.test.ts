import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useService } from '../../../test/harness.ts'
import type { TaskKind } from './kinds.ts'
import { lane, taskClient } from './test-tasks.ts'

const service = useService()
const works: TaskKind = { name: 'works', lane, maxAttempts: 1, run: async () => async () => ({}) }
const { submit, runNext } = taskClient(service, new Map([['works', works]]))

let receiver: Server
const received: { headers: Record<string, string>; body: string }[] = []
const answers: number[] = []
beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body })
      response.writeHead(answers.shift() ?? 204, { location: '/elsewhere' }).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
afterAll(() => receiver.close())

test('the end of a task is sent, signed per Standard Webhooks', async () => {
  const mia = await service.tenant()
  const { port } = receiver.address() as AddressInfo
  const id = await submit(mia, 'works', { webhookUrl: `http://127.0.0.1:${port}/hook` })
  await runNext()
  await expect.poll(() => received.length).toBe(1)
  const { body: secret } = await service.call('GET', '/api/v1/webhooks/secret', { key: mia.key })
  const [{ headers, body }] = received as [(typeof received)[0]]
  const event = new Webhook(secret.secret).verify(body, headers) as { data: { task_id: string } }
  expect(event.data.task_id).toBe(id)
  expect(() => new Webhook(secret.secret).verify(`${body} `, headers)).toThrow()
})

test('the end of a cancelled task is sent too', async () => {
  const mia = await service.tenant()
  const { port } = receiver.address() as AddressInfo
  received.length = 0
  const id = await submit(mia, 'works', { webhookUrl: `http://127.0.0.1:${port}/hook` })
  await service.call('POST', `/api/v1/tasks/${id}/cancel`, { key: mia.key })
  await expect.poll(() => received.length).toBe(1)
  expect(JSON.parse(received[0]?.body ?? '').data).toMatchObject({
    task_id: id,
    state: 'REVOKED',
  })
})

test('a failing receiver is called again with the same id; one that returns 410 is not', async () => {
  const mia = await service.tenant()
  const { port } = receiver.address() as AddressInfo
  const webhookUrl = `http://127.0.0.1:${port}/hook`
  const listJobs = (id: string) =>
    service.deps.db.system`
      select attempts, error from jobs
      where queue = 'task-webhooks' and data->>'task_id' = ${id}`
  const failedOnce = [{ attempts: 1, error: expect.any(String) }]
  received.length = 0
  answers.push(500, 204)
  const id = await submit(mia, 'works', { webhookUrl })
  await runNext()
  await expect.poll(() => listJobs(id)).toEqual(failedOnce)
  await service.skipJobDelays('task-webhooks')
  await expect.poll(() => received.length).toBe(2)
  const ids = received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toEqual([`task_${id}`, `task_${id}`])
  await expect.poll(() => listJobs(id)).toEqual([])

  answers.push(410)
  const gone = await submit(mia, 'works', { webhookUrl })
  await runNext()
  await expect.poll(() => received.length).toBe(3)
  await expect.poll(() => listJobs(gone)).toEqual([])

  // A redirect is not a success, and is not followed with our signature.
  answers.push(307)
  const moved = await submit(mia, 'works', { webhookUrl })
  await runNext()
  await expect.poll(() => listJobs(moved)).toEqual(failedOnce)
  expect(received).toHaveLength(4)
})
