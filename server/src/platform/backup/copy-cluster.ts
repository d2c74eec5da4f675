import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackupSession, type ClusterFacts, clusterFacts } from './backup-session.ts'
import type { ContentWriter } from './content.ts'
import { inParallel } from './in-parallel.ts'
import type { PhysicalBackup } from './manifest.ts'
import { unlessMissing } from './repository.ts'
import { segmentBefore, segmentsBetween } from './wal-segments.ts'

/** PostgreSQL fills these folders again by itself. */
const emptyFolders = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])

/** They belong to the running server, or would contradict the label of this backup. */
const skippedFiles = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'tablespace_map',
])
const isTemporary = (name: string) => name.startsWith('pgsql_tmp') || name === 'pg_internal.init'

/** Read last: it says from where the recovery starts. */
const controlFile = 'global/pg_control'

export type ClusterCopy = Pick<
  PhysicalBackup,
  'folders' | 'firstSegment' | 'lastSegment' | 'segmentBytes' | 'finishedAt'
>

/**
 * Copies the files of a running PostgreSQL, and the WAL that was written meanwhile. The recovery
 * repeats that WAL, so it doesn't matter in which moment each file was read.
 */
export async function copyCluster(
  session: BackupSession,
  writer: ContentWriter,
): Promise<ClusterCopy> {
  const facts = await clusterFacts(session)
  // Temporary: PostgreSQL removes it with our connection, even if this process is killed.
  const slot = `atelier_copy_${process.pid}_${Date.now()}`
  await session`select pg_create_physical_replication_slot(${slot}, true, true)`
  await session`select pg_backup_start('atelier', true)`
  const { folders, files } = await listCluster(facts.dataFolder)
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  writer.startPhase('Copying the database', total)
  const copy = (path: string) => copyFile(writer, facts.dataFolder, path)
  const paths = files.map(({ path }) => path).filter((path) => path !== controlFile)
  await inParallel(paths, copy)
  await copy(controlFile)
  const [stop] = await session<{ lsn: string; labelfile: string; now: Date }>`
    select lsn::text, labelfile, clock_timestamp() as now from pg_backup_stop(false)`
  if (!stop) throw new Error('PostgreSQL did not report the end of the backup.')
  await writer.add('cluster/backup_label', bytesOf(stop.labelfile))
  const segments = segmentsOf(stop, facts)
  writer.startPhase('Copying the write-ahead log', segments.length * facts.segmentBytes)
  for (const segment of segments) await copy(`pg_wal/${segment}`)
  await session`select pg_drop_replication_slot(${slot})`
  return {
    folders,
    firstSegment: segments[0] as string,
    lastSegment: segments.at(-1) as string,
    segmentBytes: facts.segmentBytes,
    finishedAt: stop.now.toISOString(),
  }
}

/** The end of a backup switches to a new segment, so all of these are complete. */
function segmentsOf(stop: { lsn: string; labelfile: string }, facts: ClusterFacts): string[] {
  const first = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/m.exec(stop.labelfile)?.[1]
  if (!first) throw new Error(`PostgreSQL sent an unexpected backup label:\n${stop.labelfile}`)
  return segmentsBetween(
    first,
    segmentBefore(facts.timeline, stop.lsn, facts.segmentBytes),
    facts.segmentBytes,
  )
}

async function copyFile(writer: ContentWriter, dataFolder: string, path: string): Promise<void> {
  try {
    await writer.add(`cluster/${path}`, createReadStream(join(dataFolder, path)))
  } catch (error) {
    // PostgreSQL removes files at any time, such as those of dropped tables. The WAL says so too.
    const isNeeded = path === controlFile || path.startsWith('pg_wal/')
    if (isNeeded) throw error
    unlessMissing(error as NodeJS.ErrnoException)
  }
}

async function listCluster(dataFolder: string) {
  const folders: string[] = []
  const files: { path: string; bytes: number }[] = []
  async function list(folder: string): Promise<void> {
    for (const entry of await readdir(join(dataFolder, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (isTemporary(entry.name) || skippedFiles.has(path)) continue
      if (!entry.isDirectory()) {
        const facts = await stat(join(dataFolder, path)).catch(unlessMissing)
        if (facts) files.push({ path, bytes: facts.size })
        continue
      }
      folders.push(path)
      if (!emptyFolders.has(path)) await list(path)
    }
  }
  await list('')
  return { folders: [...folders, 'pg_wal/archive_status', 'pg_wal/summaries'], files }
}

async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}
