import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { catchError } from '../../../test/catch-error.ts'
import { type S3Server, startS3Server } from '../../../test/s3-server.ts'
import { openDiskStorage } from '../storage/disk-storage.ts'
import { openS3Storage } from '../storage/s3-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { archiveWal, findArchivedBackup, type KnownFiles } from './archive-wal.ts'
import { type BackupFolder, ensureBackupFolder } from './backup-folder.ts'
import { withBackupLock } from './backup-session.ts'
import { type CreateOptions, createBackup } from './create-backup.ts'
import { pruneBackups } from './prune-backups.ts'
import { listBackups } from './records.ts'
import { restoreBackup } from './restore-backup.ts'
import { planRestore } from './restore-plan.ts'
import { readNotes, upTo, useInstallation } from './test-installation.ts'
import { verifyBackups } from './verify-backups.ts'

const installation = useInstallation()

const openBackups = (name = 'backups') => ensureBackupFolder(join(installation.folder, name))

const backUp = (backups: BackupFolder, options: CreateOptions = {}, source = installation) =>
  withBackupLock(source.databaseUrl, 0, (session) =>
    createBackup(backups, session, source, options),
  )

/** Undefined: no backup in the folder is followed by the WAL. */
const archive = (backups: BackupFolder, known?: KnownFiles, minSeconds = 0) =>
  withBackupLock(installation.databaseUrl, 0, async (session) => {
    const backup = await findArchivedBackup(backups, session)
    return backup && archiveWal(backups, session, installation, backup, { known, minSeconds })
  })

/** Into a folder of this name, with the files in it or in the given storage. */
async function restoreFiles(
  backups: BackupFolder,
  name: string,
  options: { id?: string; at?: Date },
  storage?: Storage,
) {
  const folder = join(installation.folder, name)
  const openStorage = async () => storage ?? openDiskStorage({ folder: join(folder, 'files') })
  await restoreBackup(backups, { folder, openStorage }, options)
  return folder
}

async function restore(backups: BackupFolder, name: string, options: { id?: string; at?: Date }) {
  return readNotes(await restoreFiles(backups, name, options))
}

const readDatabaseTime = async () => {
  const [row] = await installation.sql<{ now: Date }>`select clock_timestamp() as now`
  // JavaScript drops microseconds, so the time could be before the last commit.
  return new Date((row as { now: Date }).now.getTime() + 1)
}

const countSlots = async () => (await installation.sql`select from pg_replication_slots`).length

test('a backup under writes, restored to a moment and to the newest state', async () => {
  const backups = await openBackups()
  const before = await installation.writeNote()
  const stop = installation.keepWriting()
  const { backup } = await backUp(backups, { archivesWal: true })
  const last = await stop()
  expect(last).toBeGreaterThan(before)

  const wanted = await readDatabaseTime()
  const unwanted = await installation.writeNote()
  const round = await archive(backups)
  expect(round?.segments).toBeGreaterThan(0)
  // A large table fills more than one segment.
  await installation.sql`create table filler as select repeat(md5(i::text), 30) from generate_series(1, 20000) i`
  const newest = await installation.writeNote()
  const archived = await archive(backups, round?.known)
  expect(archived?.segments).toBeGreaterThan(1)
  expect((await verifyBackups(backups)).problems).toEqual([])

  expect(await restore(backups, 'moment', { at: wanted })).toEqual(upTo(last))
  expect(unwanted).toBe(last + 1)
  expect(await restore(backups, 'newest', {})).toEqual(upTo(newest))
  expect(await planRestore(backups, { id: backup.id })).toMatchObject({
    rounds: [expect.anything()],
    until: backup.finishedAt,
  })
})

test('an idle database archives nothing', async () => {
  const backups = await openBackups()
  await installation.writeNote()
  await archive(backups)
  expect((await archive(backups))?.segments).toBe(0)
  await installation.writeNote()
  expect((await archive(backups, undefined, 3600))?.segments).toBe(0)
  expect((await archive(backups))?.segments).toBe(1)
})

test('a second backup copies only new files, and every moment before it stays restorable', async () => {
  const backups = await openBackups()
  await installation.sql`drop table filler`
  const last = await installation.writeNote()
  const between = await readDatabaseTime()
  const { backup } = await backUp(backups, { archivesWal: true })
  expect(backup.totals.addedBytes).toBeLessThan(backup.totals.bytes / 4)
  expect(await countSlots()).toBe(1)
  expect((await planRestore(backups, { at: between })).backup.id).not.toBe(backup.id)
  const idle = await readDatabaseTime()
  await backUp(backups, { archivesWal: true })
  expect((await planRestore(backups, { at: idle })).backup.id).toBe(backup.id)
  expect(await restore(backups, 'between', { at: between })).toEqual(upTo(last))

  await installation.writeNote()
  const other = await openBackups('other')
  expect(await archive(other)).toBeUndefined()
  await backUp(other)
  expect((await archive(backups))?.segments).toBeGreaterThan(0)
})

test('moments outside the backups are refused, and so is a folder with files', async () => {
  const backups = await openBackups()
  const [first] = await listBackups(backups)
  const early = new Date(Date.parse(first?.startedAt as string) - 1000)
  expect((await catchError(restore(backups, 'early', { at: early }))).message).toContain(
    `The first moment that can be restored is ${first?.finishedAt}`,
  )
  const late = new Date(Date.now() + 3_600_000)
  expect(await catchError(restore(backups, 'late', { at: late }))).toMatchObject({
    code: 'moment_not_covered',
    message: expect.stringContaining('reaches until 20'),
  })
  await mkdir(join(installation.folder, 'full', 'something'), { recursive: true })
  expect(await catchError(restore(backups, 'full', {}))).toMatchObject({
    code: 'folder_not_empty',
  })
})

test('a file that the storage has damaged is reported, and the backup has all others', async () => {
  const { storage } = installation
  const { key } = await storage.putContent(Buffer.from('as it was'), { maxBytes: 100 })
  await storage.put(key, Buffer.from('as it is'), { maxBytes: 100 })
  const backups = await openBackups('with-damage')
  const { backup, damaged } = await backUp(backups)
  expect(damaged).toEqual([key])
  expect(backup.totals.files).toBeGreaterThan(0)
  expect((await verifyBackups(backups)).problems).toEqual([])
  await storage.delete(key)
})

test('prune keeps what a kept backup needs, and nothing else', async () => {
  const backups = await openBackups('pruned')
  const { key } = await installation.storage.putContent(Buffer.from('deleted'), { maxBytes: 100 })
  const first = (await backUp(backups)).backup
  await installation.storage.delete(key)
  const second = (await backUp(backups)).backup
  const retention = { newest: 1, days: 0, weeks: 0, months: 0 }
  const pruned = await pruneBackups(backups, retention)
  expect(pruned).toMatchObject({ kept: [second.id], removed: [first.id] })
  expect(pruned.freedBytes).toBeGreaterThan(0)
  expect(await backups.files.stat(key)).toBeUndefined()
  expect((await verifyBackups(backups)).problems).toEqual([])
})

test('one process at a time changes the backups', async () => {
  const backups = await openBackups()
  await withBackupLock(installation.databaseUrl, 0, async () => {
    expect(await catchError(archive(backups))).toMatchObject({ code: 'backup_busy' })
  })
})

test('a failed backup leaves nothing, and what a killed one left is removed after a day', async () => {
  const backups = await openBackups('unfinished')
  const storage = { ...installation.storage }
  storage.list = () => {
    throw new Error('the disk is gone')
  }
  const slots = await countSlots()
  const failed = backUp(backups, {}, { ...installation, storage })
  expect((await catchError(failed)).message).toBe('the disk is gone')
  expect(await readdir(backups.path)).toEqual(['atelier-backups.json', 'files'])
  expect(await countSlots()).toBe(slots)

  const [old, recent] = ['20260101T000000Z-abcd', '20990101T000000Z-abcd']
  for (const id of [old, recent]) await mkdir(join(backups.path, id, 'wal'), { recursive: true })
  const draft = join(backups.path, 'files/.unfinished/draft')
  await writeFile(draft, 'half a file')
  await utimes(draft, 0, 0)
  const { backup } = await backUp(backups)
  expect((await readdir(backups.path)).sort()).toEqual(
    [backup.id, recent, 'atelier-backups.json', 'files'].sort(),
  )
  expect(await readdir(join(backups.path, 'files/.unfinished'))).toEqual([])
  await rm(backups.path, { recursive: true })
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

  const backups = await openBackups('of-a-bucket')
  await backUp(backups, {}, { ...installation, storage: source })
  await restoreFiles(backups, 'from-s3', {}, target)
  expect(await readText(target, key)).toBe('in both')
  expect(await readText(target, otherKey)).toBe('only there')

  source.close()
  target.close()
  await Promise.all([from.close(), to.close()])
})

async function readText(storage: Storage, key: string): Promise<string> {
  const { stream } = await storage.open(key)
  return String(Buffer.concat(await stream.toArray()))
}
