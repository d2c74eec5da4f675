import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../src/platform/postgres/free-port.ts'
import { connectSql } from './connect-sql.ts'
import { until } from './server-client.ts'

export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0

export interface PgBouncer {
  url: string
  stop(): Promise<void>
}

/** A PgBouncer with few connections to the server, so that clients share them. */
export async function startPgBouncer(databaseUrl: string, poolMode: string): Promise<PgBouncer> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const folder = await mkdtemp(join(tmpdir(), 'atelier-pgbouncer-'))
  await chmod(folder, 0o755)
  const ownPort = await freePort()
  const users = join(folder, 'users.txt')
  await writeFile(users, `"${username}" "${password}"\n`)
  const settings = join(folder, 'pgbouncer.ini')
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = ${poolMode}
default_pool_size = 5
`,
  )
  const asRoot = process.getuid?.() === 0
  const child = spawn('pgbouncer', ['-q', ...(asRoot ? ['-u', 'nobody'] : []), settings], {
    cwd: folder,
    stdio: 'ignore',
  })
  const url = `postgres://${username}:${password}@127.0.0.1:${ownPort}${pathname}`
  await until('PgBouncer', () => answers(url))
  return { url, stop: () => stop(child, folder) }
}

async function answers(url: string): Promise<boolean> {
  const sql = connectSql(url)
  try {
    await sql`select 1`
    return true
  } catch {
    return false
  } finally {
    await sql.end().catch(() => {})
  }
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
}
