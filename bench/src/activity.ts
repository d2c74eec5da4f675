import type { ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedPostgres } from '@atelier/server/platform/postgres/embedded.ts'
import { connectSql } from '../../server/test/connect-sql.ts'
import { fillActivity, makeActivityScene } from './fill-activity.ts'
import { type Measured, printRatio, printTable, takeTurns } from './measure.ts'
import { postmasterPid, startAtelier } from './start-atelier.ts'
import { startBare } from './start-bare.ts'

/** Half of them belong to the task whose activity is read. */
const entries = 20_000
const pageSize = 25
const pages = { 'first page': 1, 'page 400': 400 }

/** Pages of a task's activity through the whole stack, against a bare route with the same queries. */
export async function activity(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  await chmod(folder, 0o755)
  const database = await openEmbeddedPostgres(folder)
  const databasePid = await postmasterPid(database.folder)
  const sql = connectSql(database.url)
  const children: ChildProcess[] = []
  try {
    const atelier = await startAtelier({ DATABASE_URL: database.url })
    children.push(atelier.child)
    const scene = await makeActivityScene(atelier)
    await fillActivity(sql, scene, entries)
    const bare = await startBare(database.url)
    children.push(bare.child)
    const contenders = Object.entries(pages).flatMap(([name, page]) => {
      const path = `/tasks/${scene.taskId}/activity?page=${page}&page_size=${pageSize}`
      return [
        {
          name: `${name}: Atelier`,
          url: `${atelier.baseUrl}/api/v1/pm${path}`,
          headers: atelier.headers,
          pid: atelier.child.pid as number,
          databasePid,
        },
        {
          name: `${name}: bare Fastify`,
          url: bare.baseUrl + path,
          headers: {},
          pid: bare.child.pid as number,
          databasePid,
        },
      ]
    })
    const measured = await takeTurns(contenders)
    printTable(measured.values())
    const rate = (name: string) => (measured.get(name) as Measured).requestsPerSecond
    for (const name of Object.keys(pages)) {
      const ratio = rate(`${name}: Atelier`) / rate(`${name}: bare Fastify`)
      printRatio(`${name}: Atelier ÷ bare`, ratio, 0.5)
    }
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await sql.end()
    await database.release()
    await rm(folder, { recursive: true, force: true })
  }
}
