import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedPostgres } from '@atelier/server/platform/postgres/embedded.ts'
import { type Measured, printRatio, printTable, takeTurns } from './measure.ts'

const key = 'bench-key-with-more-than-24-characters'
const cli = join(import.meta.dirname, '../../cli/bin/atelier.js')

/** GET /workspaces/current through the whole stack, beside a bare route with as many queries. */
export async function workspacesCurrent(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  await chmod(folder, 0o755)
  const database = await openEmbeddedPostgres(folder)
  const children: ChildProcess[] = []
  try {
    const atelier = await startAtelier(database.url)
    children.push(atelier.child)
    const bare = await startBare(database.url)
    children.push(bare.child)
    const bareRoute = (name: string, path: string) => ({
      name,
      url: bare.address + path,
      headers: {},
      pid: bare.child.pid as number,
    })
    const headers = { authorization: `Api-Key ${key}` }
    const measured = await takeTurns([
      {
        name: 'Atelier',
        url: `${atelier.address}/api/v1/workspaces/current`,
        headers,
        pid: atelier.child.pid as number,
      },
      bareRoute('bare Fastify, two queries', '/two-queries'),
      bareRoute('bare Fastify, one query', '/one-query'),
      bareRoute('bare Fastify, no query', '/no-query'),
    ])
    printTable(measured.values())
    const rate = (name: string) => (measured.get(name) as Measured).requestsPerSecond
    printRatio(
      'Atelier ÷ bare with two queries',
      rate('Atelier') / rate('bare Fastify, two queries'),
      0.7,
    )
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await database.release()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Started {
  child: ChildProcess
  address: string
}

async function startAtelier(databaseUrl: string): Promise<Started> {
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    ATELIER_HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    ATELIER_BOOTSTRAP_API_KEY: key,
    ATELIER_RATE_LIMIT_PER_MINUTE: '0',
    ATELIER_LOG_LEVEL: 'warn',
  }
  const child = spawn(process.execPath, [cli, 'serve', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  return { child, address: JSON.parse(String(line)).address }
}

async function startBare(databaseUrl: string): Promise<Started> {
  const child = fork(join(import.meta.dirname, 'bare.ts'), [databaseUrl])
  const [message] = await once(child, 'message')
  return { child, address: (message as { address: string }).address }
}
