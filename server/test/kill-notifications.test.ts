import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../src/platform/postgres/free-port.ts'
import { findHeader, startMailServer } from './mail-server.ts'
import { type ServerProcess, useProcesses } from './processes.ts'
import { call, request, until } from './server-client.ts'
import { sample } from './soak.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

const { dataFolder, startServer } = useProcesses()
/** The guarantee is about a thousand; fewer show the same in less time. */
const wanted = sample(24, 1000)
const clients = 8

/** Titles that the server has promised to deliver. */
const acknowledged = new Set<string>()
let server: ServerProcess
let database: TestDatabase
let next = 1

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function send(): Promise<void> {
  while (next <= wanted) {
    const title = `Notification ${next++}`
    const body = { userId: '1', workspaceId: '1', title, message: 'Hello', category: 'agentNudge' }
    // Retries with the same key until there is a response, like a careful agent.
    while (!acknowledged.has(title)) {
      const headers = { 'idempotency-key': title.replace(' ', '-') }
      const answer = await call(server, 'POST', '/api/v1/service/agent/notify', {
        body,
        headers,
      }).catch(() => undefined)
      if (answer?.status === 200) acknowledged.add(title)
      else await sleep(50)
    }
  }
}

async function titlesInApp(): Promise<string[]> {
  const titles: string[] = []
  for (let page = 1; ; page++) {
    const url = `/api/v1/notifications?page_size=100&page=${page}`
    const { results, next: more } = await request(server, 'GET', url)
    titles.push(...results.map((one: { title: string }) => one.title))
    if (more === null) return titles
  }
}

test(`kill -9 in the middle of ${wanted} notifications, with the mail server away for a while`, async () => {
  const dataDir = await dataFolder()
  const first = await startMailServer({}, await freePort())
  const env = {
    DATABASE_URL: database.url,
    ATELIER_SMTP_URL: first.url,
    ATELIER_MAIL_FROM: 'atelier@example.com',
  }
  server = await startServer({ dataDir, env })
  const senders = Array.from({ length: clients }, send)

  await until('a quarter', async () => acknowledged.size > wanted / 4)
  await first.close() // the mail server goes down
  await until('a half', async () => acknowledged.size > wanted / 2)
  await server.kill9()
  server = await startServer({ dataDir, env })
  const second = await startMailServer({}, first.port) // and comes back
  await Promise.all(senders)
  expect(acknowledged.size).toBe(wanted)

  const mails = () => [...first.mails, ...second.mails]
  const arrived = () => new Set(mails().map(({ parsed }) => parsed.subject)).size
  await until('all mails', async () => arrived() === wanted)

  const inApp = await titlesInApp()
  expect(inApp).toHaveLength(wanted)
  expect(new Set(inApp)).toEqual(acknowledged)
  // An email may arrive twice if the crash fell between sending and recording; it then says so.
  const marked = mails().filter((mail) => findHeader(mail, 'x-atelier-repeat') === 'possible')
  expect(mails().length - wanted).toBeLessThanOrEqual(marked.length)
  expect(marked.length).toBeLessThanOrEqual(20)
  const { count } = await request(server, 'GET', '/api/v1/notifications/deliveries?status=failed')
  expect(count).toBe(0)
  await second.close()
})
