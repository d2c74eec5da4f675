import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectSql } from '../../../test/connect-sql.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { removeStaleLock } from './stale-lock.ts'

let cluster: string
let database: TestDatabase

beforeAll(async () => {
  cluster = await mkdtemp(join(tmpdir(), 'atelier-stale-lock-'))
  database = await createTestDatabase()
})
afterAll(async () => {
  await rm(cluster, { recursive: true })
  await database.drop()
})

async function isKeptWith(pid: number): Promise<boolean> {
  const lock = join(cluster, 'postmaster.pid')
  await writeFile(lock, `${pid}\n${cluster}\n`)
  await removeStaleLock(cluster)
  expect((await readdir(cluster)).length).toBe(existsSync(lock) ? 1 : 0)
  return existsSync(lock)
}

test.runIf(process.platform === 'linux')(
  'removes a lock whose process is another program, and keeps that of a PostgreSQL',
  async () => {
    const sql = connectSql(database.url)
    const [row] = await sql<{ pid: number }>`select pg_backend_pid() as pid`
    expect(await isKeptWith(row?.pid ?? 0)).toBe(true)
    await sql.end()
    expect(await isKeptWith(process.pid)).toBe(false)
    await removeStaleLock(cluster) // there is none
  },
)
