import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedPostgres } from '@atelier/server/platform/postgres/embedded.ts'
import { measureLatency, openSocket, percentile } from './latency.ts'
import { type Measured, printRatio, printTable, takeTurns } from './measure.ts'
import { postmasterPid, startAtelier } from './start-atelier.ts'

interface Side {
  name: string
  baseUrl: string
  /** The path that accepts notifications. */
  path: string
  socketUrl: string
  headers: Record<string, string>
  child: ChildProcess
}

const pace = { perSecond: 100, seconds: 10 }

/** Notifications accepted per second, and latency from post to frame, against the bare limit. */
export async function notifications(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  await chmod(folder, 0o755)
  const database = await openEmbeddedPostgres(folder)
  const sides: Side[] = []
  try {
    sides.push(await startOurs(database.url))
    sides.push(await startBare(database.url))
    for (const side of sides) await printLatency(side)
    await compareRates(sides, await postmasterPid(database.folder))
  } finally {
    for (const { child } of sides) child.kill('SIGKILL')
    await database.release()
    await rm(folder, { recursive: true, force: true })
  }
}

async function startOurs(databaseUrl: string): Promise<Side> {
  const { child, baseUrl, headers } = await startAtelier({ DATABASE_URL: databaseUrl })
  const socketUrl = `${baseUrl.replace('http', 'ws')}/api/v1/ws?streams=user`
  return {
    name: 'Atelier',
    baseUrl,
    path: '/api/v1/service/agent/notify',
    socketUrl,
    headers,
    child,
  }
}

async function startBare(databaseUrl: string): Promise<Side> {
  const child = fork(join(import.meta.dirname, 'notifications/bare.ts'), [databaseUrl])
  const [{ baseUrl }] = (await once(child, 'message')) as [{ baseUrl: string }]
  const socketUrl = baseUrl.replace('http', 'ws')
  return { name: 'insert, NOTIFY, ws', baseUrl, path: '/notify', socketUrl, headers: {}, child }
}

function buildBody(category: string, n = 0): string {
  return JSON.stringify({
    userId: '1',
    workspaceId: '1',
    title: 'The report is ready',
    message: 'Reach grew by 12 % in the first week.',
    category,
    _extra: { event_type: 'report_ready', n },
  })
}

async function printLatency({ name, baseUrl, path, socketUrl, headers }: Side): Promise<void> {
  const socket = await openSocket(socketUrl, headers.authorization ?? '')
  const post = async (n: number) => {
    const answer = await fetch(baseUrl + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: buildBody('agentProgress', n),
    })
    await answer.arrayBuffer()
  }
  await measureLatency(socket, post, { perSecond: 50, seconds: 2, first: 1_000_000 })
  const latencies = await measureLatency(socket, post, { ...pace, first: 1 })
  socket.terminate()
  const at = (share: number) => percentile(latencies, share).toFixed(1)
  console.log(
    `${name}: from the POST to the frame at ${pace.perSecond}/s: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
  )
}

/** Progress is comparable to the bare side; a completed task also has an email, written by jobs. */
async function compareRates([ours, bare]: Side[], databasePid: number): Promise<void> {
  if (!ours || !bare) return
  const contender = (side: Side, name: string, category: string) => ({
    name,
    url: side.baseUrl + side.path,
    headers: { ...side.headers, 'content-type': 'application/json' },
    pid: side.child.pid as number,
    databasePid,
    body: buildBody(category),
  })
  const measured = await takeTurns([
    contender(bare, bare.name, 'agentProgress'),
    contender(ours, 'Atelier, websocket', 'agentProgress'),
    contender(ours, 'Atelier, in-app, websocket, mail', 'agentTaskCompleted'),
  ])
  printTable(measured.values())
  const rate = (name: string) => (measured.get(name) as Measured).requestsPerSecond
  printRatio('Atelier ÷ insert, NOTIFY, ws', rate('Atelier, websocket') / rate(bare.name), 0.6)
}
