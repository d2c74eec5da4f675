import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { catchError } from '../../../test/catch-error.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { openDiskStorage } from '../storage/disk-storage.ts'
import { contentKey } from '../storage/keys.ts'
import {
  type BackupFolder,
  ensureBackupFolder,
  openBackupFolder,
  storePart,
} from './backup-folder.ts'
import { type Backup, writeBackup, writeRound } from './records.ts'
import { restoreBackup } from './restore-backup.ts'
import { verifyBackups } from './verify-backups.ts'

const root = useFolder()
const id = '20261115T020000Z-3fa9'
const second = '20261116T020000Z-77aa'
const otherKey = contentKey('0'.repeat(64))
const segment = (last: number) =>
  `0000000100000000000000${last.toString(16).toUpperCase().padStart(2, '0')}`
const emptyRound = { until: '2026-11-15T03:00:00.000Z', changes: '1', files: [] }
let count = 0
let folder: BackupFolder
let backup: Backup
let key: string

/** A backup that is whole but for its database, which no test of this file gets to. */
beforeEach(async () => {
  count += 1
  folder = await ensureBackupFolder(join(root, `backups-${count}`))
  key = (await folder.files.putContent(Buffer.from('a stored file'), { maxBytes: 100 })).key
  backup = await writeSample(id)
})

async function writeSample(name: string): Promise<Backup> {
  const content = [Buffer.from(`the archive of ${name}`)]
  const base = await storePart(folder, `${name}/base.tar.zst`, toStream(content))
  const wal = await storePart(folder, `${name}/wal/${segment(1)}.zst`, toStream([Buffer.alloc(10)]))
  await writeRound(folder, name, {
    ...emptyRound,
    segments: [{ name: segment(1), ...wal }],
    files: [{ key, sha256: key.replaceAll(/^sha256|\//g, '') }],
  })
  const sample: Backup = {
    id: name,
    startedAt: `${name.slice(0, 4)}-${name.slice(4, 6)}-${name.slice(6, 8)}T02:00:00.000Z`,
    finishedAt: `${name.slice(0, 4)}-${name.slice(4, 6)}-${name.slice(6, 8)}T02:01:00.000Z`,
    atelierVersion: '0.1.0',
    postgresVersion: '18.4',
    slot: null,
    segmentBytes: 16 * 1024 ** 2,
    base: { ...base, contentBytes: 1000 },
    totals: { files: 1, bytes: 1000, addedBytes: 1000 },
  }
  await writeBackup(folder, sample)
  return sample
}

async function* toStream(chunks: Buffer[]) {
  yield* chunks
}

let restores = 0
async function refuse(options: { id?: string } = {}): Promise<string> {
  restores += 1
  const into = join(root, `restored-${restores}`)
  const target = {
    folder: into,
    openStorage: () => openDiskStorage({ folder: join(into, 'files') }),
  }
  const error = await catchError(restoreBackup(folder, target, options))
  expect(await readdir(into).catch(() => [])).toEqual([])
  return error.message
}

/** A record whose own checksum is right, as an attacker would write it. */
async function forge(
  changes: object,
  path = `${id}/backup.json`,
  original: object = backup,
): Promise<void> {
  const json = JSON.stringify({ ...original, ...changes })
  const sum = createHash('sha256').update(json).digest('hex')
  await writeFile(join(folder.path, path), `${json}\n${sum}\n`)
}

test('verify accepts the sample, and restore gets as far as the database', async () => {
  expect((await verifyBackups(folder)).problems).toEqual([])
  expect(await refuse()).toContain(`"${id}/base.tar.zst" is not a valid archive`)
})

describe('a record', () => {
  test.each<[string, object]>([
    ['a huge segment size', { segmentBytes: 2 ** 40 }],
    ['a hash that is none', { base: { bytes: 1, sha256: '../x', contentBytes: 1 } }],
    ['a negative size', { base: { bytes: -1, sha256: 'a'.repeat(64), contentBytes: 1 } }],
    ['text for a time', { finishedAt: 'yesterday' }],
  ])('with %s is refused', async (_name, changes) => {
    await forge(changes)
    expect(await refuse()).toContain(`"${id}/backup.json" has values that are not valid`)
  })

  test.each<[string, object]>([
    [
      'a segment that leads elsewhere',
      { segments: [{ name: '../../../../etc/passwd', bytes: 1, sha256: 'a'.repeat(64) }] },
    ],
    ['no segments', { segments: [] }],
    ...['../../../etc/passwd', '/etc/passwd', 'sha256/../../x', otherKey, 'x'.repeat(5000)].map(
      (name): [string, object] => [
        `the key ${name.slice(0, 50)}`,
        { files: [{ key: name, sha256: 'a'.repeat(64) }] },
      ],
    ),
  ])('of a round with %s is refused', async (_name, changes) => {
    const segments = [{ name: segment(1), bytes: 1, sha256: 'a'.repeat(64) }]
    const round = { ...emptyRound, segments, ...changes }
    await forge(round, `${id}/rounds/${segment(1)}.json`, {})
    expect(await refuse()).toContain(`${segment(1)}.json" has values that are not valid`)
  })

  test('of another backup, or with a byte changed, or cut is refused', async () => {
    await forge({ id: second })
    expect(await refuse()).toContain(`has the record of ${second}`)
    const path = join(folder.path, id, 'backup.json')
    await writeBackup(folder, backup)
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.replace('02:01', '02:02'))
    expect(await refuse()).toContain('has other content than it had')
    await writeFile(path, text.slice(0, 100))
    expect(await refuse()).toContain('has other content than it had')
    await writeFile(path, '')
    expect(await refuse()).toContain('has other content than it had')
  })

  test('with more content than the disk has room for is refused', async () => {
    await forge({ base: { ...backup.base, contentBytes: 2 ** 52 } })
    expect(await refuse()).toMatch(/The database needs \d+ MB, and .* has only \d+ MB left/)
  })

  test('that is missing is no backup', async () => {
    await rm(join(folder.path, id, 'backup.json'))
    expect(await refuse()).toContain('There are no backups')
    expect(await refuse({ id })).toContain(`There is no backup "${id}"`)
  })

  test('cannot be named by a path', async () => {
    for (const name of ['../outside', `${id}/../${id}`, '/etc', '', 'files']) {
      expect(await refuse({ id: name || '.' })).toContain('There is no backup')
    }
  })
})

describe('a stored file', () => {
  const buildPath = () => join(folder.path, 'files', key)

  test('that is missing, cut, or swapped is refused', async () => {
    const content = await readFile(buildPath())
    await writeFile(buildPath(), content.subarray(0, -1))
    expect(await refuse()).toContain(`"files/${key}" has other content than it had`)
    const other = (await folder.files.putContent(Buffer.from('another file'), { maxBytes: 100 }))
      .key
    await cp(join(folder.path, 'files', other), buildPath())
    expect(await refuse()).toContain(`"files/${key}" has other content than it had`)
    expect((await verifyBackups(folder)).problems).toEqual([
      expect.stringContaining(`"files/${key}" has other content`),
    ])
    await rm(buildPath())
    expect(await refuse()).toContain(`"files/${key}" is missing`)
  })

  test('that is a link, a folder, or lies behind a link is refused', async () => {
    const secret = join(root, 'a stored file')
    await writeFile(secret, 'a stored file')
    await rm(buildPath())
    await symlink(secret, buildPath())
    expect(await refuse()).toContain(`"files/${key}" is a link or not a file`)
    await rm(buildPath())
    await mkdir(buildPath())
    expect(await refuse()).toContain(`"files/${key}" is a link or not a file`)
    await rm(buildPath(), { recursive: true })
    await writeFile(buildPath(), 'a stored file')
    const moved = join(root, `moved-${count}`)
    await rename(join(folder.path, 'files/sha256'), moved)
    await symlink(moved, join(folder.path, 'files/sha256'))
    expect(await refuse()).toContain(`"files/${key}" is a link or not a file`)
  })
})

describe('the database', () => {
  test('of another backup is refused', async () => {
    await writeSample(second)
    await cp(join(folder.path, second, 'base.tar.zst'), join(folder.path, id, 'base.tar.zst'))
    expect(await refuse({ id })).toMatch(/base.tar.zst" (has other content|is not a valid archive)/)
    expect((await verifyBackups(folder, id)).problems).toHaveLength(1)
  })

  test('that is cut, empty, or not compressed is refused', async () => {
    const path = join(folder.path, id, 'base.tar.zst')
    const content = await readFile(path)
    await writeFile(path, content.subarray(0, -3))
    expect(await refuse()).toContain('bytes instead of')
    await writeFile(path, Buffer.alloc(content.length, 7))
    expect(await refuse()).toContain('has other content than it had')
    await rm(path)
    expect(await refuse()).toContain(`"${id}/base.tar.zst" is missing`)
  })

  test('without a segment of WAL is refused, and verify names the gap', async () => {
    await rm(join(folder.path, id, 'wal', `${segment(1)}.zst`))
    expect(await refuse()).toContain(`${segment(1)}.zst" is missing`)
    const wal = await storePart(folder, `${id}/wal/${segment(3)}.zst`, toStream([Buffer.alloc(10)]))
    await writeRound(folder, id, { ...emptyRound, segments: [{ name: segment(3), ...wal }] })
    expect((await verifyBackups(folder)).problems).toEqual([
      expect.stringContaining(`${segment(1)}.zst" is missing`),
      expect.stringContaining('later moments cannot be restored'),
    ])
  })
})

test('folders of others, and of the former format, are left alone', async () => {
  const other = join(root, `other-${count}`)
  await mkdir(join(other, 'files/sha256'), { recursive: true })
  expect(await catchError(ensureBackupFolder(other))).toMatchObject({ code: 'folder_not_empty' })
  await writeFile(join(other, 'atelier-backups.json'), '{"format":3}\n')
  expect((await catchError(openBackupFolder(other))).message).toContain('another version')
  expect(await catchError(openBackupFolder(join(root, 'nothing')))).toMatchObject({
    code: 'backup_not_found',
  })
})
