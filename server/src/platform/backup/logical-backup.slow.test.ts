import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { catchError } from '../../../test/catch-error.ts'
import { connectSql, type TestSql } from '../../../test/connect-sql.ts'
import { withDatabase } from '../../../test/global-setup.ts'
import { useService, useTenant } from '../../../test/harness.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { openDiskStorage } from '../storage/disk-storage.ts'
import { createBackup } from './create-backup.ts'
import type { LogicalBackup } from './manifest.ts'
import { pruneBackups } from './prune-backups.ts'
import { allChunks, ensureRepository, openRepository, type Repository } from './repository.ts'
import { withLock } from './repository-lock.ts'
import { restoreBackup } from './restore-backup.ts'
import { verifyBackups } from './verify-backups.ts'

const service = useService()
const tenant = useTenant(service)
const folder = useFolder()
const [right, wrong] = [Buffer.alloc(32, 'right'), Buffer.alloc(32, 'wrong')]
const emptyName = `empty_${Date.now()}_${process.pid}`
let emptyUrl: string
let admin: TestSql

beforeAll(async () => {
  admin = connectSql(inject('databaseUrl'))
  await admin.run(`create database ${emptyName}`)
  emptyUrl = withDatabase(inject('databaseUrl'), emptyName)
})
afterAll(async () => {
  await admin.run(`drop database if exists ${emptyName} with (force)`)
  await admin.end()
})

const backUp = (repository: Repository) =>
  createBackup(repository, {
    databaseUrl: service.databaseUrl,
    storage: service.deps.storage,
    isEmbedded: false,
  })

async function storeFile(text: string): Promise<string> {
  return (await service.deps.storage.putContent(Buffer.from(text), { maxBytes: 1000 })).key
}

function restore(repository: Repository, name: string, id?: string) {
  const into = join(folder, name)
  return restoreBackup(
    repository,
    {
      folder: into,
      openDatabase: async () => ({ url: emptyUrl, release: async () => {} }),
      openStorage: () => openDiskStorage({ folder: join(into, 'files') }),
    },
    id ? { id } : {},
  )
}

/** Every row of every table, and every sequence. */
async function dump(url: string, { tables }: LogicalBackup): Promise<Record<string, unknown>> {
  const sql = connectSql(url)
  const rows: Record<string, unknown> = {}
  for (const { name } of tables) {
    rows[name] = await sql.run(`select to_jsonb(t) as row from "${name}" t order by t::text`)
  }
  rows.sequences = await sql`
    select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`
  rows.keys = await sql`select conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace order by conrelid::regclass::text, conname`
  await sql.end()
  return rows
}

/** The service writes by itself, such as when a key was used. Repeats until it wrote nothing. */
async function backUpQuietMoment(repository: Repository) {
  let backup = (await backUp(repository)) as LogicalBackup
  for (;;) {
    const before = await dump(service.databaseUrl, backup)
    backup = (await backUp(repository)) as LogicalBackup
    const rows = await dump(service.databaseUrl, backup)
    if (isDeepStrictEqual(rows, before)) return { backup, rows }
  }
}

test('rows, sequences, constraints and files are the same after a restore into an empty database', async () => {
  const { key } = tenant
  for (const name of ['One', 'Two']) {
    await service.call('POST', '/api/v1/workspaces/teamspaces', { key, body: { name } })
  }
  const file = await storeFile('a file')
  const repository = await ensureRepository(join(folder, 'same'), right)
  const { backup, rows } = await backUpQuietMoment(repository)
  const { files } = await restore(repository, 'restored')
  expect(files).toBeGreaterThan(0)
  expect(await readFile(join(folder, 'restored/files', file), 'utf8')).toBe('a file')
  expect(await dump(emptyUrl, backup)).toEqual(rows)

  expect(await catchError(restore(repository, 'again'))).toMatchObject({
    code: 'folder_not_empty',
    message: expect.stringContaining('The database is not empty'),
  })
  expect(await readdir(join(folder, 'again'))).toEqual([])
})

describe('a key', () => {
  test('another key, a missing one or an unexpected one is refused', async () => {
    const encrypted = join(folder, 'encrypted')
    await ensureRepository(encrypted, right)
    expect((await catchError(openRepository(encrypted, wrong))).message).toContain('another key')
    expect((await catchError(openRepository(encrypted))).message).toContain(
      'ATELIER_BACKUP_KEY_FILE',
    )
    const plain = join(folder, 'plain')
    await ensureRepository(plain)
    expect((await catchError(openRepository(plain, right))).message).toContain('not encrypted')
  })

  test('neither content nor names can be read without it', async () => {
    await storeFile('a secret that nobody may read')
    const repository = await ensureRepository(join(folder, 'secret'), right)
    const backup = await backUp(repository)
    const open = { ...repository, seal: (await ensureRepository(join(folder, 'open'))).seal }
    for await (const [name, path] of allChunks(repository)) {
      expect(backup.content.chunks).not.toContain(name)
      await expect(open.seal.open(name, await readFile(path))).rejects.toThrow()
    }
  })
})

describe.each([
  ['without a key', undefined],
  ['with a key', right],
])('damage, %s', (label, key) => {
  const openDamaged = async (name: string) => {
    const repository = await ensureRepository(join(folder, `${name} ${label}`), key)
    const stored = await storeFile(`${name} ${label}`)
    const { id } = await backUp(repository)
    const chunk = repository.seal.nameOf(stored.replaceAll(/^sha256|\//g, ''))
    const path = join(repository.folder, 'objects', chunk.slice(0, 2), chunk.slice(2))
    return { repository, id, path, stored }
  }

  test('one changed bit is found by verify and refused by restore, naming the file', async () => {
    const { repository, id, path, stored } = await openDamaged('bit')
    const content = await readFile(path)
    const middle = Math.floor(content.length / 2)
    content.writeUInt8(content.readUInt8(middle) ^ 1, middle)
    await writeFile(path, content)
    const { problems } = await verifyBackups(repository, { id })
    expect(problems).toEqual([expect.stringContaining(`"files/${stored}" cannot be restored`)])
    expect(problems[0]).toContain(`${path} is damaged`)
    expect(await catchError(restore(repository, `bit-${label}`, id))).toMatchObject({
      code: 'backup_damaged',
      message: expect.stringContaining(`"files/${stored}"`),
    })
    expect(await readdir(join(folder, `bit-${label}`))).toEqual([])
  })

  test('a missing part is refused before anything is written; the next backup copies it again', async () => {
    const { repository, id, path, stored } = await openDamaged('part')
    await rm(path)
    expect((await catchError(restore(repository, `part-${label}`, id))).message).toContain(stored)
    expect((await verifyBackups(repository)).problems).toEqual([
      expect.stringContaining(`${path} is missing`),
    ])
    await backUp(repository)
    expect((await verifyBackups(repository)).problems).toEqual([])
  })

  test('a damaged record is refused', async () => {
    const { repository, id } = await openDamaged('record')
    const path = join(repository.folder, 'backups', id)
    const content = await readFile(path)
    await writeFile(path, content.subarray(0, -1))
    expect(await catchError(verifyBackups(repository))).toMatchObject({ code: 'backup_damaged' })
  })
})

test('a backup that did not finish is no backup', async () => {
  const repository = await ensureRepository(join(folder, 'unfinished'))
  const storage = { ...service.deps.storage, list: service.deps.storage.list }
  storage.list = () => {
    throw new Error('the disk is gone')
  }
  const source = { databaseUrl: service.databaseUrl, storage, isEmbedded: false }
  expect((await catchError(createBackup(repository, source))).message).toBe('the disk is gone')
  expect(await catchError(restore(repository, 'nothing'))).toMatchObject({
    code: 'backup_not_found',
  })
  expect((await verifyBackups(repository)).backups).toEqual([])
})

describe('prune', () => {
  test('keeps what a kept backup needs, and nothing else', async () => {
    const repository = await ensureRepository(join(folder, 'pruned'))
    const gone = await storeFile('only in the first backup')
    const first = await backUp(repository)
    await service.deps.storage.delete(gone)
    const second = await backUp(repository)
    const pruned = await pruneBackups(repository, { newest: 1, days: 0, weeks: 0, months: 0 })
    expect(pruned).toMatchObject({ kept: [second.id], removed: [first.id] })
    expect(pruned.freedBytes).toBeGreaterThan(0)
    expect((await verifyBackups(repository)).problems).toEqual([])
    const names = (await readdir(join(repository.folder, 'objects'), { recursive: true })).map(
      (path) => path.replace('/', ''),
    )
    expect(names).not.toContain(gone.replaceAll(/^sha256|\//g, ''))
  })

  test('does not run beside a backup', async () => {
    const repository = await ensureRepository(join(folder, 'busy'))
    await withLock(repository, 'writer', async () => {
      await withLock(repository, 'writer', async () => {})
      const pruning = withLock(repository, 'pruner', async () => {}, 0)
      expect(await catchError(pruning)).toMatchObject({ code: 'repository_busy' })
    })
    await withLock(repository, 'pruner', async () => {}, 0)
  })
})
