import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { type Tenant, useService, useTenant } from '../../../test/harness.ts'
import { bodyOf, useHttp } from '../../../test/local-servers.ts'
import { wakeSender } from './webhook-signals.ts'

export const base = '/api/v1/webhooks'

export interface ReceivedDelivery {
  path: string
  id: string
  timestamp: string
  signatures: string[]
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into what came
  body: any
}

export const soon = { interval: 20 }

/** A response that never comes. */
export const never = new Promise<number>(() => {})

/** Standard Webhooks from its specification alone: base64 of HMAC-SHA256 over id, time and body. */
export function signatureBy(secret: string, { id, timestamp, text }: ReceivedDelivery): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')}`
}

/** A service, a receiver for its webhooks, and a person who subscribes. */
export function useWebhooks() {
  const service = useService()
  const mia = useTenant(service)
  const received: ReceivedDelivery[] = []
  /** The responses of a path: statuses for the next calls, immediate or delayed, then 204. */
  const answers = new Map<string, (number | Promise<number>)[]>()
  const receiver = useHttp(async (request, response) => {
    const text = String(await bodyOf(request))
    const path = String(request.url)
    received.push({
      path,
      id: String(request.headers['webhook-id']),
      timestamp: String(request.headers['webhook-timestamp']),
      signatures: String(request.headers['webhook-signature']).split(' '),
      text,
      body: JSON.parse(text),
    })
    const answer = await (answers.get(path)?.shift() ?? 204)
    const headers = { location: '/elsewhere', ...(answer === 429 && { 'retry-after': '7200' }) }
    response.writeHead(answer, headers).end(answer === 204 ? undefined : `Sorry: ${answer}\0!`)
  })
  let paths = 0

  async function ask(method: string, path: string, body?: unknown, tenant = mia) {
    const options = { key: tenant.key, ...(body !== undefined && { body }) }
    return service.call(method, path.startsWith('/api') ? path : `${base}${path}`, options)
  }

  async function must(status: number, method: string, path: string, body?: unknown, tenant = mia) {
    const answer = await ask(method, path, body, tenant)
    expect([path, answer.status, answer.text]).toEqual([path, status, answer.text])
    return answer.body
  }

  /** A subscription with its own URL at the receiver. */
  async function subscribe(event_types: string[], more: object = {}, tenant = mia) {
    const path = `/hook-${paths++}`
    const body = { url: `${receiver.url}${path}`, event_types, ...more }
    const made = await must(201, 'POST', '/subscriptions', body, tenant)
    const at = () => received.filter((one) => one.path === path)
    return { ...made, path, at } as {
      id: string
      secret: string
      path: string
      at(): ReceivedDelivery[]
    }
  }

  const makeSpace = (name: string, tenant = mia) =>
    must(201, 'POST', '/api/v1/workspaces/teamspaces', { name }, tenant)

  const deliveriesOf = async (id: string) =>
    (await must(200, 'GET', `/deliveries?subscription_id=${id}&page_size=100`)).results

  const deliveryOf = async (id: string) => {
    const [first] = await deliveriesOf(id)
    return must(200, 'GET', `/deliveries/${first.id}`)
  }

  /** The service checks every two seconds what is due; this makes the sender check now. */
  async function lookNow({ id }: { id: string }, tenant = mia): Promise<void> {
    const due = { workspace_id: tenant.workspaceId, subscription_id: id }
    await service.deps.db.transaction('system', async (tx) => wakeSender(service.deps, tx, due))
  }

  /** Waits for a recorded attempt: a delivery is also queued before its first one. */
  async function tried({ id }: { id: string }, times: number): Promise<void> {
    const count = async () => {
      const [first] = await deliveriesOf(id)
      return first ? (await deliveryOf(id)).attempts.length : 0
    }
    await expect.poll(count, soon).toBe(times)
  }

  /** Waits until a workspace has nothing left to send; its events must have been distributed. */
  async function allSent(tenant: Tenant): Promise<void> {
    const left = async () => {
      const counts = ['queued', 'sending'].map(
        async (one) =>
          (await must(200, 'GET', `/deliveries?status=${one}`, undefined, tenant)).count,
      )
      return Promise.all(counts)
    }
    await expect.poll(left, soon).toEqual([0, 0])
  }

  async function settled(id: string, ...statuses: string[]): Promise<void> {
    const found = async () =>
      (await deliveriesOf(id)).map(({ status }: { status: string }) => status).sort()
    await expect.poll(found, soon).toEqual(statuses.sort())
  }

  const hands = { ask, must, subscribe, makeSpace, deliveriesOf, deliveryOf }
  return { service, mia, receiver, answers, ...hands, lookNow, tried, allSent, settled }
}
