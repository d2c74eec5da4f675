import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBinaries } from '../src/platform/postgres/binaries.ts'
import { serverUser } from '../src/platform/postgres/cluster-home.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { expectNoPostmasters, findClusterFolder, findClusterHome } from './data-folders.ts'
import { type Answer, expectStatus } from './harness.ts'
import { holdLock } from './locks.ts'
import { type ServerProcess, useProcesses } from './processes.ts'
import {
  call,
  createTeamspace,
  type EventStream,
  newestSeq,
  openStream,
  teamspaces,
  until,
  waitForEvent,
  within,
} from './server-client.ts'

const { dataFolder, startServer } = useProcesses()
let dataDir: string
let database: EmbeddedPostgres
let server: ServerProcess
let openBefore: EventStream
let committed: number | undefined

beforeAll(async () => {
  dataDir = await dataFolder()
  database = await openEmbeddedPostgres(dataDir)
  server = await startServer({ dataDir, env: { DATABASE_URL: database.url } })
  openBefore = await openStream(server, await newestSeq(server))
})
afterAll(() => openBefore?.close())

/** Restarts the stopped server at the same URL. */
async function startDatabaseAgain(): Promise<void> {
  const user = serverUser()
  const home = await findClusterHome(dataDir)
  const { folder } = await findBinaries(home, user !== undefined)
  const { port } = new URL(database.url)
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  spawn(
    join(folder, 'bin', 'postgres'),
    ['-D', await findClusterFolder(dataDir), '-p', port, ...settings],
    { ...user, cwd: home, env: { TZ: 'UTC' }, detached: true, stdio: 'ignore' },
  ).unref()
}

function expectDatabaseUnavailable({ status, headers, body }: Answer): void {
  expect({ status, type: headers['content-type'], code: body.code }).toEqual({
    status: 503,
    type: 'application/problem+json',
    code: 'database_unavailable',
  })
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
}

test('while the database is down, every request gets an error in time and the process keeps running', async () => {
  const id = await createTeamspace(server, 'Before')
  const row = await holdLock(database.url, `select from teamspaces where id = ${id} for update`)
  const inFlight = call(server, 'PATCH', `${teamspaces}/${id}`, { body: { name: 'During' } })
  await row.waitForWaiters('for update')
  await database.release()
  await expectNoPostmasters(dataDir)
  const answer = await within(60_000, 'the request in flight', inFlight)
  // If the holder of the row is disconnected first, the change is committed at the last moment.
  committed = answer.status === 200 ? id : undefined
  if (committed === undefined) expectDatabaseUnavailable(answer)
  await row.release()

  const keyed = { 'idempotency-key': 'while-away' }
  const requests = Array.from({ length: 20 }, (_, number) => [
    call(server, 'GET', '/api/v1/workspaces/current'),
    call(server, 'GET', teamspaces),
    call(server, 'POST', teamspaces, { body: { name: `Away ${number}` } }),
    call(server, 'POST', teamspaces, { body: { name: 'Away' }, headers: keyed }),
    call(server, 'GET', '/api/v1/events/stream'),
  ]).flat()
  const answers = await within(10_000, 'answering without a database', Promise.all(requests))
  for (const answer of answers) expectDatabaseUnavailable(answer)

  const ready = await expectStatus(503, call(server, 'GET', '/readyz'))
  expect(ready.checks.database).toBe('does not answer')
  expect((await call(server, 'GET', '/healthz')).status).toBe(200)
})

test('once the database is back, everything recovers without a restart', async () => {
  await startDatabaseAgain()
  await until('readiness', async () => (await call(server, 'GET', '/readyz')).status === 200)
  if (committed !== undefined) {
    const { body } = await call(server, 'GET', `${teamspaces}/${committed}`)
    expect(body.name).toBe('During')
  }

  const stream = await openStream(server, await newestSeq(server))
  const first = await createTeamspace(server, 'Back again')
  await waitForEvent(stream, first)
  // The first event may come from the read that every stream starts with. The second arrives only
  // if the server receives the database's notifications again.
  await waitForEvent(stream, await createTeamspace(server, 'And heard again'))
  stream.close()

  // An older stream may have ended, so that the client reconnects, but must not go silent.
  const goesOn = waitForEvent(openBefore, first).then(() => 'goes on')
  expect(await Promise.race([openBefore.end, goesOn])).toMatch(/^(ended|goes on)$/)
  const { code, output } = await server.stop()
  expect(code, output).toBe(0)
})
