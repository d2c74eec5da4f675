import type { ChildProcess } from 'node:child_process'
import { createClient } from '@redis/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../src/platform/postgres/free-port.ts'
import { type ServerProcess, useProcesses } from './processes.ts'
import { hasRedis, startRedis, stopRedis } from './redis-server.ts'
import {
  call,
  createTeamspace,
  newestSeq,
  openStream,
  request,
  waitForEvent,
  within,
} from './server-client.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

const { dataFolder, startServer } = useProcesses()
const databases: TestDatabase[] = []

afterAll(async () => {
  for (const database of databases) await database.drop()
})

type Installation = Parameters<typeof startServer>[0]

/** Settings of processes that share a new database. */
async function newInstallation(env: Record<string, string> = {}): Promise<Installation> {
  const database = await createTestDatabase()
  databases.push(database)
  return { dataDir: await dataFolder(), env: { ...env, DATABASE_URL: database.url } }
}

function startPair(settings: Installation): Promise<[ServerProcess, ServerProcess]> {
  return Promise.all([startServer(settings), startServer(settings)])
}

/** Each process receives the events of the other, in the same order, every time. */
async function expectExchange(a: ServerProcess, b: ServerProcess): Promise<void> {
  const after = await newestSeq(a)
  const [onA, onB] = await Promise.all([openStream(a, after), openStream(b, after)])
  for (let round = 1; round <= 5; round++) {
    await waitForEvent(onB, await createTeamspace(a, `Through a, round ${round}`))
    await waitForEvent(onA, await createTeamspace(b, `Through b, round ${round}`))
  }
  const last = await createTeamspace(a, 'The last')
  await Promise.all([waitForEvent(onA, last), waitForEvent(onB, last)])
  const seqs = onA.events.map(({ seq }) => seq)
  expect(seqs).toEqual([...new Set(seqs)].sort((x, y) => x - y))
  expect(onB.events).toEqual(onA.events)
  onA.close()
  onB.close()
}

describe('two processes on LISTEN and NOTIFY', () => {
  let a: ServerProcess
  let b: ServerProcess

  beforeAll(async () => {
    ;[a, b] = await startPair(await newInstallation())
  })

  async function newKey(scope: string): Promise<{ id: string; key: string }> {
    return request(a, 'POST', '/api/v1/api-keys', {
      body: { name: 'Short-lived', scopes: [scope] },
    })
  }

  test('see each other’s events', () => expectExchange(a, b))

  test('a key revoked through one process is immediately refused by the other', async () => {
    for (let round = 1; round <= 20; round++) {
      const { id, key } = await newKey('workspaces:read')
      const before = await call(b, 'GET', '/api/v1/workspaces/current', { key })
      await request(a, 'DELETE', `/api/v1/api-keys/${id}`)
      const after = await call(b, 'GET', '/api/v1/workspaces/current', { key })
      expect([before.status, after.status]).toEqual([200, 401])
    }
  })

  test('a stream that is open at the other process ends with the key and sends nothing more', async () => {
    const { id, key } = await newKey('events:read')
    const stream = await openStream({ ...b, key }, await newestSeq(b))
    await waitForEvent(stream, await createTeamspace(a, 'While the key is good'))
    await request(a, 'DELETE', `/api/v1/api-keys/${id}`)
    const untold = await createTeamspace(a, 'After the key')
    // Sooner than the credential check that comes with every heartbeat (10 s).
    expect(await within(8_000, 'ending the stream', stream.end)).toBe('ended')
    const received = stream.events.map(({ object }) => object.id)
    expect(received).not.toContain(untold)
    // Those of the test before may be numbered only now.
    const ofKey = stream.events.filter(({ object }) => String(object.id) === String(id))
    expect(ofKey.map(({ type }) => type)).not.toContain('api_key.revoked')
  })
})

describe.skipIf(!hasRedis)('two processes on Redis', () => {
  let port: number
  let settings: Installation
  let redis: ChildProcess
  let a: ServerProcess
  let b: ServerProcess

  beforeAll(async () => {
    port = await freePort()
    redis = startRedis(port)
    settings = await newInstallation({ REDIS_URL: `redis://127.0.0.1:${port}` })
    ;[a, b] = await startPair(settings)
  })
  afterAll(() => stopRedis(redis))

  test('see each other’s events, and Redis carries them', async () => {
    const listener = createClient({ url: `redis://127.0.0.1:${port}` })
    let messages = 0
    await listener.connect()
    await listener.pSubscribe('atelier:*', () => {
      messages++
    })
    await expectExchange(a, b)
    expect(messages).toBeGreaterThanOrEqual(10)
    await listener.close()
  })

  test('a message that Redis refuses goes through PostgreSQL', async () => {
    const operator = await createClient({ url: `redis://127.0.0.1:${port}` }).connect()
    const stream = await openStream(b, await newestSeq(b))
    await waitForEvent(stream, await createTeamspace(a, 'Taken'))
    await operator.sendCommand(['ACL', 'SETUSER', 'default', '-publish'])
    const id = await createTeamspace(a, 'Not taken')
    await waitForEvent(stream, id)
    await operator.sendCommand(['ACL', 'SETUSER', 'default', '+publish'])
    await operator.close()
  })

  test('without Redis everything goes on, and a process starts', async () => {
    const before = await openStream(b, await newestSeq(b))
    await stopRedis(redis)
    await waitForEvent(before, await createTeamspace(a, 'Without Redis'))
    await expectExchange(a, b)
    const late = await startServer(settings)
    await expectExchange(a, late)
    redis = startRedis(port)
    await expectExchange(late, b)
    await late.stop()
  })

  test('the server also stops cleanly while Redis is down', async () => {
    await stopRedis(redis)
    await createTeamspace(a, 'Last words')
    const { code, output } = await within(60_000, 'the exit', a.stop())
    expect(code, output).toBe(0)
  })
})
