import { deepStrictEqual } from 'node:assert'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbeddedPostgres } from '@atelier/server/platform/postgres/embedded.ts'
import { connectSql } from '../../server/test/connect-sql.ts'
import { type ActivityScene, fillActivity, makeActivityScene } from './fill-activity.ts'
import { type Measured, printRatio, printTable, takeTurns } from './measure.ts'
import { type StartedAtelier, startAtelier } from './start-atelier.ts'

const aim = 5
const entries = 200

/** Debian's own Python first, because it has the packages. */
const pythons = ['/usr/bin/python3', 'python3']
const modules = 'import django, gunicorn, psycopg2, rest_framework'

/**
 * Reads a board with its columns and a page of activity, from Atelier and from Django REST
 * framework: the same rows of the same database, the same keys looked up on every request, one
 * process each, in turns on the same cores. Uses the server at DATABASE_URL (in a database that may
 * be filled), else an embedded one.
 */
export async function django(): Promise<void> {
  const python = pythons.find((name) => spawnSync(name, ['-c', modules]).status === 0)
  if (!python) {
    console.log('Skipped: needs Django REST framework. On Debian, install it with')
    console.log(
      '  apt-get install python3-django python3-djangorestframework gunicorn python3-psycopg2',
    )
    return
  }
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  await chmod(folder, 0o755)
  const server = process.env.DATABASE_URL
    ? { url: process.env.DATABASE_URL, release: async () => {} }
    : await openEmbeddedPostgres(folder)
  const sql = connectSql(server.url)
  const children: ChildProcess[] = []
  try {
    const atelier = await startAtelier({ DATABASE_URL: server.url })
    children.push(atelier.child)
    const scene = await makeActivityScene(atelier)
    await fillActivity(sql, scene, entries)
    for (const threads of [1, 4]) {
      const peer = await startPeer(python, threads, server.url, scene)
      children.push(peer.child)
      await requireSameRows(atelier, peer.baseUrl, scene)
      await compare(atelier, peer, scene, threads)
      await stop(peer.child)
    }
  } finally {
    await Promise.all(children.map(stop))
    await sql.end()
    await server.release()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Peer {
  child: ChildProcess
  baseUrl: string
}

async function compare(
  atelier: StartedAtelier,
  peer: Peer,
  { boardId, taskId }: ActivityScene,
  threads: number,
): Promise<void> {
  const named = `Django, ${threads} thread${threads > 1 ? 's' : ''}`
  const paths = {
    board: `/api/v1/pm/boards/${boardId}?expand=statuses`,
    activity: `/api/v1/pm/tasks/${taskId}/activity`,
  }
  const { headers } = atelier
  const contenders = Object.entries(paths).flatMap(([name, path]) => [
    {
      name: `${name}: Atelier`,
      url: atelier.baseUrl + path,
      headers,
      pid: atelier.child.pid as number,
    },
    {
      name: `${name}: ${named}`,
      url: peer.baseUrl + path,
      headers,
      pid: findWorker(peer.child),
    },
  ])
  const measured = await takeTurns(contenders)
  printTable(measured.values())
  for (const name of Object.keys(paths)) {
    const ours = measured.get(`${name}: Atelier`) as Measured
    const theirs = measured.get(`${name}: ${named}`) as Measured
    const ratio = ours.requestsPerSecond / theirs.requestsPerSecond
    printRatio(`${name}: requests/s, Atelier ÷ ${named}`, ratio, aim)
    // On a busy machine this says more: each process counts only the CPU time it used itself.
    const cpu = theirs.cpuMicrosPerRequest / ours.cpuMicrosPerRequest
    printRatio(`${name}: CPU per request, ${named} ÷ Atelier`, cpu, aim)
  }
}

/** Starts gunicorn with one worker, which keeps connections open like ours. Waits for it. */
async function startPeer(
  python: string,
  threads: number,
  databaseUrl: string,
  { boardId }: ActivityScene,
): Promise<Peer> {
  const port = await freePort()
  const child = spawn(
    python,
    [
      ...['-m', 'gunicorn', '--workers', '1', '--worker-class', 'gthread'],
      ...['--threads', String(threads), '--keep-alive', '60', '--bind', `127.0.0.1:${port}`],
      ...['--log-level', 'warning', 'peer.wsgi'],
    ],
    {
      cwd: join(import.meta.dirname, 'django'),
      env: { ...process.env, DATABASE_URL: databaseUrl, PYTHONDONTWRITEBYTECODE: '1' },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  const baseUrl = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await fetch(`${baseUrl}/api/v1/pm/boards/${boardId}`).catch(() => undefined))
      return { child, baseUrl }
    await sleep(200)
  }
  child.kill('SIGKILL')
  throw new Error('gunicorn does not answer')
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

/** The process that does the work; the one we started only supervises it. */
function findWorker({ pid }: ChildProcess): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0])
  } catch {
    return pid as number
  }
}

async function requireSameRows(
  { baseUrl, headers }: StartedAtelier,
  peerUrl: string,
  { boardId, taskId }: ActivityScene,
): Promise<void> {
  const seen = async (base: string) => {
    const read = async (path: string) =>
      (await (await fetch(`${base}/api/v1/pm${path}`, { headers })).json()) as never
    const board: { id: string; statuses: { id: string }[] } = await read(
      `/boards/${boardId}?expand=statuses`,
    )
    const page: { count: number; results: { id: number; seq: number; changes: unknown }[] } =
      await read(`/tasks/${taskId}/activity`)
    const entries = page.results.map(({ id, seq, changes }) => [id, seq, changes])
    return [board.id, board.statuses.map(({ id }) => id), page.count, entries]
  }
  deepStrictEqual(await seen(peerUrl), await seen(baseUrl), 'The responses differ')
}
