import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../src/platform/postgres/free-port.ts'
import { holdLock } from './locks.ts'
import { type ServerProcess, useProcesses } from './processes.ts'
import {
  call,
  createTeamspace,
  newestSeq,
  openStream,
  request,
  teamspaces,
  until,
  within,
} from './server-client.ts'
import { follow, withKey } from './sockets.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

const processes = useProcesses()
let dataDir: string
let database: TestDatabase

beforeAll(async () => {
  dataDir = await processes.dataFolder()
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const startServer = (env: Record<string, string> = {}) =>
  processes.startServer({ dataDir, env: { DATABASE_URL: database.url, ...env } })

/** Refused, cut off or 503: in each case the client uses another server for the next request. */
async function takesNoMore(server: ServerProcess): Promise<boolean> {
  return call(server, 'GET', '/readyz').then(
    ({ status }) => status === 503,
    () => true,
  )
}

test('SIGTERM: finishes requests in flight, closes streams, accepts nothing new and exits with 0 in under 10 s', async () => {
  const server = await startServer({ ATELIER_LOG_LEVEL: 'info' })
  const stream = await openStream(server, await newestSeq(server))
  const id = await createTeamspace(server, 'Before')
  const row = await holdLock(database.url, `select from teamspaces where id = ${id} for update`)
  const change = call(server, 'PATCH', `${teamspaces}/${id}`, { body: { name: 'After' } })
  await row.waitForWaiters('for update')

  const exit = server.stop('SIGTERM')
  await until('the server to take nothing new', () => takesNoMore(server))
  await row.release()

  const { status, body } = await change
  expect({ status, name: body.name }).toEqual({ status: 200, name: 'After' })
  expect(await within(60_000, 'ending the stream', stream.end)).toBe('ended')
  const { code, output } = await exit
  // After its deadline of 9 s, the server would exit with another code.
  expect(code, output).toBe(0)
  const lines = output.trim().split('\n')
  const messages = lines.map((line) => JSON.parse(line).msg)
  expect(messages).toContainEqual(expect.stringMatching(/^Stopping/))
})

/** A connection for writing raw bytes. */
async function connectTo({ baseUrl }: ServerProcess): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

// These share one server, because starting one takes most of the time.
test('SIGINT: what was changed while the server stopped is there afterwards; a stream that is just reading when the signal comes does not hold up the stop; a request that has only begun to arrive is answered, a connection without one is closed; WebSockets get a close frame, one that does not answer is cut off, new ones are refused; the health port reports health and does not hold up the stop', async () => {
  const healthPort = String(await freePort())
  const server = await startServer({ ATELIER_HEALTH_PORT: healthPort })
  expect((await fetch(`http://127.0.0.1:${healthPort}/readyz`)).status).toBe(200)
  const { results } = await request(server, 'GET', teamspaces)
  const names = results.map(({ name }: { name: string }) => name)
  expect(names).toEqual(['After'])

  const url = `${server.baseUrl}/api/v1/ws`
  const polite = await follow(url, withKey(server.key))
  const deaf = await follow(url, withKey(server.key))
  deaf.socket.pause()
  const [late, silent, lateSocket] = [
    await connectTo(server),
    await connectTo(server),
    await connectTo(server),
  ]
  late.write('GET /api/v1/workspaces/current HTTP/1.1\r\nhost: localhost\r\n')
  lateSocket.write('GET /api/v1/ws HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\n')
  await call(server, 'GET', '/healthz') // by now the server has accepted all connections
  const table = await holdLock(database.url, 'lock table events')
  const stream = await openStream(server, 0)
  await table.waitForWaiters('select e.seq, e.type')
  const exit = server.stop('SIGINT')
  expect(await within(60_000, 'the close frame', polite.closed)).toBe(1001)
  await until('the server to take nothing new', () => takesNoMore(server))
  await table.release()
  expect(await within(60_000, 'ending the stream', stream.end)).toBe('ended')

  late.write(`authorization: Api-Key ${server.key}\r\n\r\n`)
  lateSocket.write(`connection: upgrade\r\nauthorization: Api-Key ${server.key}\r\n\r\n`)
  const answer = await within(60_000, 'the answer', readText(late))
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  const refused = await within(60_000, 'the refusal', readText(lateSocket))
  expect(refused).toMatch(/^HTTP\/1\.1 503 [\s\S]*"shutting_down"/)
  expect(await within(60_000, 'closing the other', readText(silent))).toBe('')
  const { code, output } = await within(60_000, 'the exit', exit)
  expect(code, output).toBe(0)
})
