import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sharesBackends, showsSharing } from './pooler.ts'
import { openSession } from './session.ts'

// PgBouncer 1.18 showed the second and third row; the last two are other states of its pool.
test.each([
  ['no pooler', { hasRealPid: true, backends: [71], othersBackends: [] }, false],
  ['session', { hasRealPid: false, backends: [71, 71], othersBackends: [72] }, false],
  ['transaction, idle', { hasRealPid: false, backends: [71, 72], othersBackends: [71] }, true],
  ['transaction, busy', { hasRealPid: false, backends: [71, 73], othersBackends: [72] }, true],
  ['transaction, one backend', { hasRealPid: false, backends: [71], othersBackends: [71] }, true],
])('%s', (_mode, signs, isShared) => {
  expect(showsSharing(signs)).toBe(isShared)
})

/** Stands in for a pooler in session mode: passes everything on, but invents process ids. */
const sockets = new Set<Socket>()
const pooler = createServer((client) => {
  const { hostname, port } = new URL(inject('databaseUrl'))
  const backend = connect(Number(port), hostname)
  client.pipe(backend)
  backend.on('data', (chunk) => client.write(withOtherPid(chunk)))
  for (const [one, other] of [
    [client, backend],
    [backend, client],
  ] as const) {
    sockets.add(one)
    one.on('error', () => {})
    one.on('close', () => other.destroy())
  }
})

/** The message "K" of the handshake: its length is 12, then the process id and a secret follow. */
function withOtherPid(chunk: Buffer): Buffer {
  const at = chunk.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
  if (at >= 0) chunk.writeUInt32BE(chunk.readUInt32BE(at + 5) + 1_000_000, at + 5)
  return chunk
}

let poolerUrl: string

beforeAll(async () => {
  await once(pooler.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(inject('databaseUrl'))
  url.port = String((pooler.address() as AddressInfo).port)
  poolerUrl = url.href
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  pooler.close()
})

test('a pooler that gives each client its own backend shares none', async () => {
  const session = await openSession(poolerUrl, 'test')
  const [row] = await session<{ pid: number }>`select pg_backend_pid() as pid`
  const { processID } = session.client as unknown as { processID: number }
  expect(processID).toBe((row?.pid ?? 0) + 1_000_000)
  await session.end()
  expect(await sharesBackends(poolerUrl)).toBe(false)
})
