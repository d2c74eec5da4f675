import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, cp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findBinaries } from '../../src/platform/postgres/binaries.ts'
import { serverUser } from '../../src/platform/postgres/cluster-home.ts'
import { openEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts'
import { freePort } from '../../src/platform/postgres/free-port.ts'
import { connectSql } from '../connect-sql.ts'
import { findClusterFolder, findClusterHome, listPostmasters } from '../data-folders.ts'
import { until } from '../server-client.ts'

/** A PostgreSQL with a hot standby that confirms every commit, so that a failover loses nothing. */
export interface ReplicatedPostgres {
  url: string
  /** Stops the primary without a shutdown, as after a power failure. */
  stopNow(): Promise<void>
  startAgain(): Promise<void>
  /** Kills the primary and promotes the standby. Returns the URL of the new primary. */
  failOver(): Promise<string>
  close(): Promise<void>
}

const settings = { wal_level: 'replica', max_wal_senders: '4', max_connections: '200' }

export async function startReplicatedPostgres(dataDir: string): Promise<ReplicatedPostgres> {
  const primary = await openEmbeddedPostgres(dataDir, settings)
  const home = await findClusterHome(dataDir)
  const data = await findClusterFolder(dataDir)
  const user = serverUser()
  const { folder } = await findBinaries(home, user !== undefined)
  const started: ReturnType<typeof spawn>[] = []
  const start = (cluster: string, port: string) => {
    const flags = { ...settings, listen_addresses: '127.0.0.1', unix_socket_directories: '' }
    const options = Object.entries(flags).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = spawn(join(folder, 'bin', 'postgres'), ['-D', cluster, '-p', port, ...options], {
      ...user,
      cwd: home,
      env: { TZ: 'UTC' },
      stdio: 'ignore',
    })
    started.push(child)
  }
  const standbyUrl = new URL(primary.url)
  standbyUrl.port = String(await freePort())
  const standby = join(home, 'standby')
  await copyCluster(primary.url, data, standby)
  start(standby, standbyUrl.port)
  await waitForAnswer(standbyUrl.href)
  await run(primary.url, "alter system set synchronous_standby_names = '*'")
  await run(primary.url, 'select pg_reload_conf()')
  const endPrimary = async (signal: NodeJS.Signals) => {
    for (const pid of await listPostmasters(dataDir)) process.kill(pid, signal)
    await until('the primary to end', async () => (await listPostmasters(dataDir)).length === 0)
  }
  return {
    url: primary.url,
    stopNow: () => endPrimary('SIGQUIT'),
    startAgain: async () => {
      start(data, new URL(primary.url).port)
      await waitForAnswer(primary.url)
    },
    failOver: async () => {
      await endPrimary('SIGQUIT')
      await run(standbyUrl.href, 'select pg_promote()')
      await run(standbyUrl.href, 'alter system reset synchronous_standby_names')
      await run(standbyUrl.href, 'select pg_reload_conf()')
      return standbyUrl.href
    },
    close: async () => {
      for (const child of started) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        child.kill('SIGQUIT')
        await once(child, 'exit')
      }
      await rm(standby, { recursive: true, force: true })
    },
  }
}

/** Copies a running cluster, as base backups do, and configures the copy as its standby. */
async function copyCluster(url: string, data: string, standby: string): Promise<void> {
  const sql = connectSql(url)
  await sql`select pg_backup_start('standby', fast => true)`
  await cp(data, standby, {
    recursive: true,
    filter: (path) => !/\/(postmaster\.(pid|opts)|pg_replslot\/.+)$/.test(path),
  })
  // Without the label, the standby would start from a checkpoint that the copy may lack.
  const [stop] = await sql<{ labelfile: string }>`select * from pg_backup_stop(false)`
  await sql.end()
  await writeFile(join(standby, 'backup_label'), stop?.labelfile ?? '')
  await writeFile(join(standby, 'standby.signal'), '')
  const { hostname, port, username, password } = new URL(url)
  const source = `host=${hostname} port=${port} user=${username} password=${password}`
  await writeFile(join(standby, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  const user = serverUser()
  if (!user) return
  for (const name of ['', ...(await readdir(standby, { recursive: true }))]) {
    await chown(join(standby, name), user.uid, user.gid)
  }
}

async function run(url: string, statement: string): Promise<void> {
  const sql = connectSql(url)
  try {
    await sql.run(statement)
  } finally {
    await sql.end()
  }
}

async function waitForAnswer(url: string): Promise<void> {
  await until('PostgreSQL to answer', () =>
    run(url, 'select 1').then(
      () => true,
      () => false,
    ),
  )
}
