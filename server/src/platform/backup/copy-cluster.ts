import { createReadStream } from 'node:fs'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Header } from 'tar'
import { type BackupFolder, storePart, unlessMissing } from './backup-folder.ts'
import { type BackupSession, readClusterFacts } from './backup-session.ts'
import { type Backup, basePath, type Segment, segmentPath } from './records.ts'
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

interface Stop {
  lsn: string
  label: string
  now: Date
}

interface ClusterCopy extends Pick<Backup, 'base' | 'segmentBytes' | 'finishedAt'> {
  segments: Segment[]
}

/**
 * Copies the files of a running PostgreSQL, and the WAL that was written meanwhile. The recovery
 * repeats that WAL, so it doesn't matter in which moment each file was read. A replication slot
 * must keep the WAL.
 */
export async function copyCluster(
  folder: BackupFolder,
  session: BackupSession,
  id: string,
  signal: AbortSignal | undefined,
): Promise<ClusterCopy> {
  const facts = await readClusterFacts(session)
  await session`select pg_backup_start('atelier', true)`
  const { folders, files } = await listCluster(facts.dataFolder)
  let stop: Stop | undefined
  let contentBytes = 0
  async function* pack(path: string, bytes: number, content: AsyncIterable<Buffer> | Buffer[]) {
    contentBytes += bytes
    yield* packFile(path, bytes, content)
  }
  async function* content() {
    const password = await readFile(join(dirname(facts.dataFolder), 'password'))
    yield* pack('password', password.length, [password])
    for (const path of folders) yield encodeHeader(`cluster/${path}/`, 'Directory', 0)
    for (const { path, bytes } of files) {
      signal?.throwIfAborted()
      const handle = await open(join(facts.dataFolder, path)).catch(unlessMissing)
      // If PostgreSQL has removed it meanwhile, the WAL does so again.
      if (handle) yield* pack(`cluster/${path}`, bytes, handle.createReadStream())
    }
    const control = await readFile(join(facts.dataFolder, controlFile))
    stop = await stopBackup(session)
    const label = Buffer.from(stop.label)
    yield* pack('cluster/backup_label', label.length, [label])
    yield* pack(`cluster/${controlFile}`, control.length, [control])
    yield zeros.subarray(0, 1024) // the end of an archive
  }
  const base = await storePart(folder, basePath(id), content())
  const { lsn, label, now } = stop as unknown as Stop
  const last = segmentBefore(facts.timeline, lsn, facts.segmentBytes)
  return {
    base: { ...base, contentBytes },
    segments: await copySegments(
      folder,
      id,
      facts.dataFolder,
      segmentsBetween(readFirstSegment(label), last, facts.segmentBytes),
    ),
    segmentBytes: facts.segmentBytes,
    finishedAt: now.toISOString(),
  }
}

export async function copySegments(
  folder: BackupFolder,
  id: string,
  dataFolder: string,
  names: string[],
): Promise<Segment[]> {
  const segments: Segment[] = []
  for (const name of names) {
    const content = createReadStream(join(dataFolder, 'pg_wal', name))
    const { bytes, sha256 } = await storePart(folder, segmentPath(id, name), content)
    segments.push({ name, bytes, sha256 })
  }
  return segments
}

/** The end of a backup switches to a new segment, so all segments until then are complete. */
async function stopBackup(session: BackupSession): Promise<Stop> {
  const [stop] = await session<Stop>`
    select lsn::text, labelfile as label, clock_timestamp() as now from pg_backup_stop(false)`
  if (!stop) throw new Error('PostgreSQL did not report the end of the backup.')
  return stop
}

function readFirstSegment(label: string): string {
  const first = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/m.exec(label)?.[1]
  if (!first) throw new Error(`PostgreSQL sent an unexpected backup label:\n${label}`)
  return first
}

/** An entry of a tar archive with exactly this size, even if the file changes while it is read. */
async function* packFile(
  path: string,
  bytes: number,
  content: AsyncIterable<Buffer> | Buffer[],
): AsyncGenerator<Buffer> {
  yield encodeHeader(path, 'File', bytes)
  let leftBytes = bytes
  for await (const chunk of content) {
    // What was added since the file was listed is in the WAL.
    const part = chunk.subarray(0, leftBytes)
    yield part
    leftBytes -= part.length
    if (leftBytes === 0) break
  }
  // PostgreSQL has cut the file meanwhile. The WAL does so again.
  for (; leftBytes > 0; leftBytes -= zeros.length) yield zeros.subarray(0, leftBytes)
  yield zeros.subarray(0, (512 - (bytes % 512)) % 512)
}

function encodeHeader(path: string, type: 'File' | 'Directory', size: number): Buffer {
  const header = new Header({ path, type, size, mode: type === 'File' ? 0o600 : 0o700 })
  header.encode()
  return header.block as Buffer
}

const zeros = Buffer.alloc(1024 ** 2)

async function listCluster(dataFolder: string) {
  const folders: string[] = []
  const files: { path: string; bytes: number }[] = []
  async function list(folder: string): Promise<void> {
    for (const entry of await readdir(join(dataFolder, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (isTemporary(entry.name) || skippedFiles.has(path) || path === controlFile) continue
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
