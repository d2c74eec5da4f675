import { spawn } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { mkdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../../lib/is-alive.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { clusterHome, existingClusterHome, type ServerUser, serverUser } from './cluster-home.ts'
import { ensureCluster, superuser } from './create-cluster.ts'
import { freePort } from './free-port.ts'
import { ownEnvironment, runTool } from './run-tool.ts'
import { openSession, type Session } from './session.ts'
import { removeStaleLock } from './stale-lock.ts'

export interface EmbeddedPostgres {
  /** Connection string of the `atelier` database. */
  url: string
  folder: string
  version: string
  /** Detaches from the server; the last process to detach stops it. */
  release(): Promise<void>
}

interface Cluster {
  home: string
  data: string
  password: string
  binaries: Binaries
  user: ServerUser | undefined
  settings: Record<string, string>
  maxStartMs: number
}

const startSeconds = 60

/** How long to retry a server that exits on its own: a leftover lock is gone by then. */
const restartDeadlineMs = 10_000

/** All processes that use the server share this lock; one that gets it exclusively may stop it. */
const attachLock = 4_600_001

/**
 * A real PostgreSQL in the data folder, shared by all Atelier processes that use this folder.
 *
 * We need no lock file of our own: PostgreSQL's `postmaster.pid` allows only one server per
 * cluster, a new cluster is created aside and moved into place, and an advisory lock shows which
 * process is the last to leave. So a process may be killed at any point.
 */
export async function openEmbeddedPostgres(
  dataDir: string,
  settings: Record<string, string> = {},
  maxStartSeconds = startSeconds,
): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true })
  const user = serverUser()
  const home = await clusterHome(dataDir, user)
  const binaries = await findBinaries(home, user !== undefined)
  await ensureCluster(home, binaries, user)
  const server = join(home, 'server')
  const cluster: Cluster = {
    home,
    data: join(server, 'cluster'),
    password: (await readFile(join(server, 'password'), 'utf8')).trim(),
    binaries,
    user,
    settings,
    maxStartMs: maxStartSeconds * 1000,
  }
  return attach(cluster)
}

/**
 * The existing cluster of a data folder, with its URL if a server is running; undefined if there is
 * none yet. Creates and starts nothing.
 */
export async function findEmbeddedPostgres(
  dataDir: string,
): Promise<{ home: string; url: string | undefined } | undefined> {
  const home = await existingClusterHome(dataDir)
  if (!home || !existsSync(join(home, 'server'))) return undefined
  const server = join(home, 'server')
  const password = (await readFile(join(server, 'password'), 'utf8')).trim()
  const port = await runningPort({ data: join(server, 'cluster'), password })
  return { home, url: port ? connectionUrl({ password }, port, 'atelier') : undefined }
}

async function attach(cluster: Cluster): Promise<EmbeddedPostgres> {
  const startedAt = Date.now()
  for (;;) {
    const port = (await runningPort(cluster)) ?? (await startServer(cluster))
    const session = port === undefined ? undefined : await joinServer(cluster, port)
    if (port !== undefined && session) {
      return {
        url: connectionUrl(cluster, port, 'atelier'),
        folder: cluster.home,
        version: cluster.binaries.version,
        release: () => leave(cluster, session),
      }
    }
    // Another process's server may be recovering from a crash, which can take long.
    const patienceMs = (await isSomeoneStarting(cluster)) ? cluster.maxStartMs : restartDeadlineMs
    if (Date.now() > startedAt + patienceMs) throw new Error(await startFailure(cluster))
    await sleep(250)
  }
}

/** Takes the shared lock and ensures that our database exists; undefined if the server is gone. */
async function joinServer(cluster: Cluster, port: number): Promise<Session | undefined> {
  const url = connectionUrl(cluster, port, 'postgres')
  const session = await openSession(url, 'atelier attach').catch(() => undefined)
  if (!session) return undefined
  try {
    await session`select pg_advisory_lock_shared(${attachLock}::bigint)`
    const [existing] = await session`select from pg_database where datname = 'atelier'`
    if (!existing) await session.execute('create database atelier').catch(ignoreDuplicateDatabase)
    return session
  } catch {
    await session.end()
    return undefined
  }
}

function ignoreDuplicateDatabase(error: { code?: string }): void {
  if (error.code !== '42P04' && error.code !== '23505') throw error
}

async function leave(cluster: Cluster, session: Session): Promise<void> {
  try {
    await session`select pg_advisory_unlock_shared(${attachLock}::bigint)`
    const [last] = await session`select pg_try_advisory_lock(${attachLock}::bigint) as alone`
    if (last?.alone) await stopServer(cluster)
  } catch {
    // The server is already gone: there is nothing left to stop.
  } finally {
    await session.end()
  }
}

function connectionUrl(
  { password }: Pick<Cluster, 'password'>,
  port: number,
  database: string,
): string {
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`
}

/** The port of a running server on this cluster, even if the process that started it was killed. */
async function runningPort(
  cluster: Pick<Cluster, 'data' | 'password'>,
): Promise<number | undefined> {
  const lines = await readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, , , , status] = lines.split('\n')
  if (status?.trim() !== 'ready' || !isAlive(Number(pid))) return undefined
  let session: Session | undefined
  try {
    session = await openSession(connectionUrl(cluster, Number(port), 'postgres'), 'atelier attach')
    // Checks password and cluster: after a reboot, another server may have the same port.
    const [row] = await session<{ folder: string }>`
      select current_setting('data_directory') as folder`
    const same = (await stat(row?.folder ?? '')).ino === (await stat(cluster.data)).ino
    return same ? Number(port) : undefined
  } catch {
    return undefined
  } finally {
    await session?.end()
  }
}

async function isSomeoneStarting(cluster: Cluster): Promise<boolean> {
  const lines = await readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(lines.split('\n')[0])
  return pid > 0 && isAlive(pid)
}

/** Starts the server and waits until it is ready; undefined if another process was faster. */
async function startServer(cluster: Cluster): Promise<number | undefined> {
  await removeStaleLock(cluster.data)
  const port = await freePort()
  const log = await openLog(cluster)
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    // Our statements are short: compiling them would take longer than running them.
    jit: 'off',
    // If archiving fails for long, we lose some moments to restore rather than all disk space.
    max_slot_wal_keep_size: '4GB',
    // Nothing replicates here, and one team's reads need no separate I/O processes.
    max_logical_replication_workers: '0',
    io_method: 'sync',
    ...cluster.settings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // Runs in its own session, so that Ctrl-C in the terminal reaches us and not the database.
  const child = spawn(
    join(cluster.binaries.folder, 'bin', 'postgres'),
    ['-D', cluster.data, '-p', String(port), ...flags],
    {
      ...cluster.user,
      cwd: cluster.home,
      env: ownEnvironment,
      detached: true,
      stdio: ['ignore', log, log],
    },
  )
  let exited = false
  child.once('exit', () => {
    exited = true
  })
  child.once('error', () => {
    exited = true
  })
  child.unref()
  const deadline = Date.now() + cluster.maxStartMs
  while (!exited && Date.now() < deadline) {
    if ((await runningPort(cluster)) === port) return port
    await sleep(25)
  }
  return undefined
}

async function stopServer(cluster: Cluster): Promise<void> {
  await runTool(
    join(cluster.binaries.folder, 'bin', 'pg_ctl'),
    ['stop', '-D', cluster.data, '-m', 'fast', '-w', '-t', '30', '-s'],
    cluster,
  )
}

async function openLog(cluster: Cluster): Promise<number> {
  const path = join(cluster.home, 'postgres.log')
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  )
  if (size > 10_000_000) await rename(path, `${path}.1`)
  return openSync(path, 'a', 0o640)
}

async function startFailure(cluster: Cluster): Promise<string> {
  const log = await readFile(join(cluster.home, 'postgres.log'), 'utf8').catch(() => '')
  const lastLines = log.trim().split('\n').slice(-5).join('\n  ')
  return `The embedded PostgreSQL in ${cluster.home} did not start. Its log ends with:\n  ${lastLines}`
}
