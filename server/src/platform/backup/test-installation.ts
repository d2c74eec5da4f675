import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect } from 'vitest'
import { connectSql, type TestSql } from '../../../test/connect-sql.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../postgres/embedded.ts'
import { openDiskStorage } from '../storage/disk-storage.ts'
import type { Storage } from '../storage/storage.ts'
import type { BackupSource } from './create-backup.ts'

/** Autovacuum changes rows of its own, at any time. */
const fastSettings = { fsync: 'off', autovacuum: 'off' }

/** A small installation with an embedded database: each note is a row that refers to a file. */
export interface Installation extends BackupSource {
  folder: string
  sql: TestSql
  writeNote(): Promise<number>
  /** Writes notes until the returned function is called, which returns the last id. */
  keepWriting(): () => Promise<number>
}

export function useInstallation(): Installation {
  const folder = useFolder()
  chmodSync(folder, 0o755) // As root, the database runs as another user.
  const installation = { folder } as Installation
  let server: EmbeddedPostgres
  beforeAll(async () => {
    const dataDir = join(folder, 'data')
    server = await openEmbeddedPostgres(dataDir, fastSettings)
    const sql = connectSql(server.url)
    const storage = await openDiskStorage({ folder: join(dataDir, 'files') })
    await sql`create table notes (id serial primary key, key text not null)`
    Object.assign(installation, { sql, storage, databaseUrl: server.url })
    installation.writeNote = () => writeNote(sql, storage)
    installation.keepWriting = () => keepWriting(installation.writeNote)
  })
  afterAll(async () => {
    await installation.sql.end()
    await server.release()
  })
  return installation
}

let notes = 0

async function writeNote(sql: TestSql, storage: Storage): Promise<number> {
  notes += 1
  const { key } = await storage.putContent(Buffer.from(`Note ${notes}`), { maxBytes: 100 })
  // Otherwise PostgreSQL may count the change only later, and a test would wait for it.
  const [row] = await sql<{ id: number }>`
    with added as (insert into notes (key) values (${key}) returning id)
    select id, pg_stat_force_next_flush() from added`
  return row?.id ?? 0
}

function keepWriting(write: () => Promise<number>): () => Promise<number> {
  let isStopped = false
  const writing = (async () => {
    for (;;) {
      const id = await write()
      if (isStopped) return id
      await sleep(10)
    }
  })()
  return () => {
    isStopped = true
    return writing
  }
}

/** The ids of all notes of a restored data folder. Each must have its file. */
export async function readNotes(dataDir: string): Promise<number[]> {
  const server = await openEmbeddedPostgres(dataDir, fastSettings)
  const sql = connectSql(server.url)
  try {
    const storage = await openDiskStorage({ folder: join(dataDir, 'files') })
    const rows = await sql<{ id: number; key: string }>`select id, key from notes order by id`
    for (const { key } of rows) {
      const { stream } = await storage.open(key)
      const text = String(Buffer.concat(await stream.toArray()))
      expect(text).toMatch(/^Note \d+$/)
    }
    return rows.map(({ id }) => id)
  } finally {
    await sql.end()
    await server.release()
  }
}

export const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)
