import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbeddedPostgres } from '@atelier/server/platform/postgres/embedded.ts'
import type { WebSocket } from 'ws'
import { type Memory, type SocketServer, startServer } from './sockets/children.ts'
import { type Latencies, measureLatency, openSocket, percentile } from './sockets/latency.ts'

const idleSockets = 2000
const rounds = 3
const pace = { perSecond: 100, seconds: 5 }

/** Memory of idle WebSockets, and the latency from event to frame, against bare ws and NOTIFY. */
export async function sockets(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  await chmod(folder, 0o755)
  const database = await openEmbeddedPostgres(folder)
  const servers: SocketServer[] = []
  try {
    const ours = await startServer('atelier.ts', database.url)
    servers.push(ours)
    const bare = await startServer('bare.ts', database.url)
    servers.push(bare)
    await compareMemory(ours, bare)
    await compareLatency(ours, bare)
  } finally {
    for (const { child } of servers) child.kill('SIGKILL')
    await database.release()
    await rm(folder, { recursive: true, force: true })
  }
}

async function compareMemory(ours: SocketServer, bare: SocketServer): Promise<void> {
  const [own, limit] = [await memoryPerSocket(ours), await memoryPerSocket(bare)]
  const show = (bytes: number) => `${(bytes / 1024).toFixed(1)} kB`
  for (const [name, part] of [
    ['resident', 'resident'],
    ['used by JavaScript', 'used'],
  ] as const) {
    console.log(
      `memory of one of ${idleSockets} idle sockets, ${name}: Atelier ${show(own[part])}, bare ws ${show(limit[part])}, ratio ${(own[part] / limit[part]).toFixed(2)}`,
    )
  }
}

async function memoryPerSocket(server: SocketServer): Promise<Memory> {
  const close = async (open: WebSocket[]) => {
    for (const socket of open) socket.terminate()
    await sleep(500)
  }
  // A process that has just started has spare memory; the first sockets fill it.
  const first = await openMany(server, idleSockets)
  const before = await server.ask('memory', {})
  const open = await openMany(server, idleSockets)
  const after = await server.ask('memory', {})
  await close([...first, ...open])
  return {
    resident: (after.resident - before.resident) / idleSockets,
    used: (after.used - before.used) / idleSockets,
  }
}

async function openMany({ url, keys }: SocketServer, count: number): Promise<WebSocket[]> {
  const open: WebSocket[] = []
  while (open.length < count) {
    const batch = Array.from({ length: 50 }, (_, at) =>
      openSocket(url, keys[(open.length + at) % keys.length] as string),
    )
    open.push(...(await Promise.all(batch)))
  }
  return open
}

async function compareLatency(ours: SocketServer, bare: SocketServer): Promise<void> {
  const own = await openSocket(ours.url, ours.keys[0] as string)
  const limit = await openSocket(bare.url, '')
  for (const [socket, server] of [
    [own, ours],
    [limit, bare],
  ] as const) {
    const post = (n: number) => server.ask('post', { n })
    await measureLatency(socket, post, { ...pace, seconds: 1, first: 100_001 })
  }
  const seen: Record<'own' | 'limit', Latencies[]> = { own: [], limit: [] }
  for (let round = 0; round < rounds; round++) {
    const numbered = { ...pace, first: round * 10_000 + 1 }
    seen.own.push(await measureLatency(own, (n) => ours.ask('post', { n }), numbered))
    seen.limit.push(await measureLatency(limit, (n) => bare.ask('post', { n }), numbered))
  }
  own.terminate()
  limit.terminate()
  for (const [name, since] of [
    ['from the post', 'fromPost'],
    ['from the commit', 'fromCommit'],
  ] as const) {
    const all = (list: Latencies[]) => list.flatMap((one) => one[since]).sort((a, b) => a - b)
    printLatency(`${name} to the frame, ${pace.perSecond}/s`, all(seen.own), all(seen.limit))
  }
}

/** Both sorted, in milliseconds. */
function printLatency(label: string, own: number[], limit: number[]): void {
  for (const [name, share] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const) {
    const [a, b] = [percentile(own, share), percentile(limit, share)]
    console.log(
      `${label}, ${name}: Atelier ${a.toFixed(2)} ms, bare ${b.toFixed(2)} ms, ratio ${(a / b).toFixed(2)}`,
    )
  }
}
