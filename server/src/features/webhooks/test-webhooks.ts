import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { expectStatus, type Tenant, useService, useTenant } from '../../../test/harness.ts'
import { readBody, useHttpServer } from '../../../test/local-servers.ts'
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
export function sign(secret: string, { id, timestamp, text }: ReceivedDelivery): string {
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
  const receiver = useHttpServer(async (request, response) => {
    const text = String(await readBody(request))
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

  async function call(method: string, path: string, body?: unknown, tenant = mia) {
    const url = path.startsWith('/api') ? path : `${base}${path}`
    return service.call(method, url, { key: tenant.key, body })
  }

  /** A subscription with its own URL at the receiver. */
  async function subscribe(event_types: string[], more: object = {}, tenant = mia) {
    const path = `/hook-${paths++}`
    const body = { url: `${receiver.url}${path}`, event_types, ...more }
    const made = await expectStatus(201, call('POST', '/subscriptions', body, tenant))
    const deliveries = () => received.filter((one) => one.path === path)
    return { ...made, path, deliveries } as {
      id: string
      secret: string
      path: string
      /** Those that arrived so far. */
      deliveries(): ReceivedDelivery[]
    }
  }

  const createTeamspace = (name: string, tenant = mia) =>
    expectStatus(201, call('POST', '/api/v1/workspaces/teamspaces', { name }, tenant))

  async function listDeliveries(id: string) {
    const path = `/deliveries?subscription_id=${id}&page_size=100`
    return (await expectStatus(200, call('GET', path))).results
  }

  const readDelivery = async (id: string) => {
    const [first] = await listDeliveries(id)
    return expectStatus(200, call('GET', `/deliveries/${first.id}`))
  }

  /** The service checks every two seconds what is due; this makes the sender check now. */
  async function sendDueNow({ id }: { id: string }, tenant = mia): Promise<void> {
    const due = { workspace_id: tenant.workspaceId, subscription_id: id }
    await service.deps.db.transaction('system', async (tx) => wakeSender(service.deps, tx, due))
  }

  /** Waits for a recorded attempt: a delivery is also queued before its first one. */
  async function waitForAttempts({ id }: { id: string }, times: number): Promise<void> {
    const count = async () => {
      const [first] = await listDeliveries(id)
      return first ? (await readDelivery(id)).attempts.length : 0
    }
    await expect.poll(count, soon).toBe(times)
  }

  /** Waits until a workspace has nothing left to send; its events must have been distributed. */
  async function waitForAllSent(tenant: Tenant): Promise<void> {
    const left = async () => {
      const counts = ['queued', 'sending'].map(async (status) => {
        const answer = call('GET', `/deliveries?status=${status}`, undefined, tenant)
        return (await expectStatus(200, answer)).count
      })
      return Promise.all(counts)
    }
    await expect.poll(left, soon).toEqual([0, 0])
  }

  async function waitForStatuses(id: string, ...statuses: string[]): Promise<void> {
    const found = async () =>
      (await listDeliveries(id)).map(({ status }: { status: string }) => status).sort()
    await expect.poll(found, soon).toEqual(statuses.sort())
  }

  const calls = { call, subscribe, createTeamspace, listDeliveries, readDelivery }
  const waits = { sendDueNow, waitForAttempts, waitForAllSent, waitForStatuses }
  return { service, mia, receiver, answers, ...calls, ...waits }
}
