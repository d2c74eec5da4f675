import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { catchError } from '../../../test/catch-error.ts'
import { type S3Server, startS3Server } from '../../../test/s3-server.ts'
import { openDiskStorage } from '../storage/disk-storage.ts'
import { openS3Storage } from '../storage/s3-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { archiveWal } from './archive-wal.ts'
import { createBackup } from './create-backup.ts'
import { type KnownFiles, listBackups } from './read-backups.ts'
import { ensureRepository, type Repository } from './repository.ts'
import { type RestoreOptions, restoreBackup } from './restore-backup.ts'
import { planRestore } from './restore-plan.ts'
import { readNotes, upTo, useInstallation } from './test-installation.ts'
import { verifyBackups } from './verify-backups.ts'

const installation = useInstallation()

const openBackups = () =>
  ensureRepository(join(installation.folder, 'backups'), Buffer.alloc(32, 'key'))

/** Into a folder of this name, with the files in it or in the given storage. */
async function restoreFiles(
  repository: Repository,
  name: string,
  options: RestoreOptions,
  storage?: Storage,
) {
  const folder = join(installation.folder, name)
  await restoreBackup(
    repository,
    {
      folder,
      openDatabase: () => Promise.reject(new Error('not for this kind of backup')),
      openStorage: async () => storage ?? openDiskStorage({ folder: join(folder, 'files') }),
    },
    options,
  )
  return folder
}

async function restore(repository: Repository, name: string, options: RestoreOptions) {
  return readNotes(await restoreFiles(repository, name, options))
}

const databaseTime = async () => {
  const [row] = await installation.sql<{ now: Date }>`select clock_timestamp() as now`
  // JavaScript drops microseconds, so the time could be before the last commit.
  return new Date((row?.now.getTime() ?? 0) + 1)
}

test('a backup under writes, restored to a moment and to the newest state', async () => {
  const repository = await openBackups()
  const before = await installation.writeNote()
  const stop = installation.keepWriting()
  const backup = await createBackup(repository, installation, { archivesWal: true })
  const last = await stop()
  expect(last).toBeGreaterThan(before)

  const wanted = await databaseTime()
  const unwanted = await installation.writeNote()
  const round = await archiveWal(repository, installation)
  expect(round?.segments).toBeGreaterThan(0)
  // A large table fills more than one segment.
  await installation.sql`create table filler as select repeat(md5(i::text), 30) from generate_series(1, 20000) i`
  const newest = await installation.writeNote()
  const archived = await archiveWal(repository, installation, { known: round?.known as KnownFiles })
  expect(archived).toMatchObject({ hasBackup: true })
  expect(archived?.segments).toBeGreaterThan(1)
  expect((await verifyBackups(repository)).problems).toEqual([])

  expect(await restore(repository, 'moment', { at: wanted })).toEqual(upTo(last))
  expect(unwanted).toBe(last + 1)
  expect(await restore(repository, 'newest', {})).toEqual(upTo(newest))
  expect(await planRestore(repository, { id: backup.id })).toMatchObject({
    segments: [],
    until: backup.finishedAt,
  })
})

test('an idle database archives nothing', async () => {
  const repository = await openBackups()
  await installation.writeNote()
  await archiveWal(repository, installation)
  const idle = { segments: 0, hasBackup: true }
  expect(await archiveWal(repository, installation)).toEqual(idle)
  await installation.writeNote()
  expect(await archiveWal(repository, installation, { minSeconds: 3600 })).toEqual(idle)
  expect((await archiveWal(repository, installation))?.segments).toBe(1)
})

test('a second backup adds little, and another folder needs a backup of its own first', async () => {
  const repository = await openBackups()
  const [first] = await listBackups(repository)
  await installation.sql`drop table filler`
  const second = await createBackup(repository, installation, { archivesWal: true })
  expect(second.totals.addedBytes).toBeLessThan((first?.totals.addedBytes ?? 0) / 4)
  const other = await ensureRepository(join(installation.folder, 'other'))
  await installation.writeNote()
  expect(await archiveWal(other, installation)).toMatchObject({ hasBackup: false })
})

test('moments outside the backups are refused, and so is a folder with files', async () => {
  const repository = await openBackups()
  const [first] = await listBackups(repository)
  const early = new Date(Date.parse(first?.startedAt as string) - 1000)
  expect((await catchError(restore(repository, 'early', { at: early }))).message).toContain(
    `The first moment that can be restored is ${first?.finishedAt}`,
  )
  const late = new Date(Date.now() + 3_600_000)
  expect(await catchError(restore(repository, 'late', { at: late }))).toMatchObject({
    code: 'moment_not_covered',
    message: expect.stringContaining('The backups reach until 20'),
  })
  await mkdir(join(installation.folder, 'full', randomBytes(4).toString('hex')), {
    recursive: true,
  })
  expect(await catchError(restore(repository, 'full', {}))).toMatchObject({
    code: 'folder_not_empty',
  })
})

test('files in S3 are backed up and restored into a bucket, whose own files stay', async () => {
  const credentials = { accessKeyId: 'atelier', secretAccessKey: 'secret' }
  const [from, to] = [
    await startS3Server('from', credentials),
    await startS3Server('to', credentials),
  ]
  const open = (bucket: string, { endpoint }: S3Server) =>
    openS3Storage({ bucket, endpoint, region: 'eu', pathStyle: true, credentials })
  const [source, target] = [open('from', from), open('to', to)]
  const [stored, other] = [Buffer.from('in both'), Buffer.from('only there')]
  const { key } = await source.putContent(stored, { maxBytes: 100 })
  const { key: otherKey } = await target.putContent(other, { maxBytes: 100 })

  const repository = await ensureRepository(join(installation.folder, 'of-a-bucket'))
  await createBackup(repository, { ...installation, storage: source })
  await restoreFiles(repository, 'from-s3', {}, target)
  expect(await contentOf(target, key)).toBe('in both')
  expect(await contentOf(target, otherKey)).toBe('only there')

  source.close()
  target.close()
  await Promise.all([from.close(), to.close()])
})

async function contentOf(storage: Storage, key: string): Promise<string> {
  const { stream } = await storage.open(key)
  return String(Buffer.concat(await stream.toArray()))
}
