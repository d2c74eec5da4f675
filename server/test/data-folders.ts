import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { until } from './server-client.ts'

/** The location of a data folder's database: inside it, or where its pointer file says. */
export async function findClusterHome(dataDir: string): Promise<string> {
  const pointer = join(dataDir, 'postgres-is-at')
  if (!existsSync(pointer)) return join(dataDir, 'postgres')
  return (await readFile(pointer, 'utf8')).trim()
}

export async function findClusterFolder(dataDir: string): Promise<string> {
  return join(await findClusterHome(dataDir), 'server', 'cluster')
}

interface Process {
  pid: number
  parent: number
  line: string
}

/** The database servers that run on a data folder. More than one would destroy it. */
export async function listPostmasters(dataDir: string): Promise<number[]> {
  const mark = `-D ${await findClusterFolder(dataDir)} -p `
  const all = process.platform === 'linux' ? await processesFromProc() : processesFromPs()
  const found = all.filter(({ line }) => line.includes(mark))
  // A connection's process has its parent's command line until it gets its own title.
  return found
    .filter(({ parent }) => !found.some(({ pid }) => pid === parent))
    .map(({ pid }) => pid)
}

/** Polls, because `pg_ctl` only waits for the lock file, which PostgreSQL removes just before it exits. */
export async function expectNoPostmasters(dataDir: string): Promise<void> {
  await expect.poll(() => listPostmasters(dataDir)).toEqual([])
}

/** Not every Linux has `ps`. */
async function processesFromProc(): Promise<Process[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  return Promise.all(
    pids.map(async (pid) => {
      const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
      const [line, status] = await Promise.all([read('cmdline'), read('status')])
      const parent = Number(/^PPid:\s*(\d+)/m.exec(status)?.[1])
      return { pid, parent, line: line.replaceAll('\0', ' ') }
    }),
  )
}

function processesFromPs(): Process[] {
  const columns = ['-axww', '-o', 'pid=,ppid=,args=']
  const lines = execFileSync('ps', columns, { encoding: 'utf8' }).split('\n')
  return lines.map((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number)
    return { pid: pid ?? 0, parent: parent ?? 0, line }
  })
}

/** Stops the database servers of a data folder at once, regardless of who started them. */
async function endDatabase(dataDir: string): Promise<void> {
  for (const pid of await listPostmasters(dataDir)) {
    try {
      // PostgreSQL's "stop immediately": unlike SIGKILL, it also stops the children.
      process.kill(pid, 'SIGQUIT')
    } catch {
      // It has just exited by itself.
    }
  }
  await until('the database to end', async () => (await listPostmasters(dataDir)).length === 0)
}

/** Removes a data folder with its parent and its database, wherever that is. */
export async function removeDataFolder(dataDir: string, parent: string): Promise<void> {
  await endDatabase(dataDir)
  const home = await findClusterHome(dataDir)
  for (const folder of [home, parent]) {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}
