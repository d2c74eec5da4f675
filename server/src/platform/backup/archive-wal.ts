import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import {
  type BackupSession,
  type ClusterFacts,
  clusterFacts,
  withSession,
} from './backup-session.ts'
import { advanceChain, type Chain, ensureChain } from './chain.ts'
import { ContentWriter, type WriterOptions } from './content.ts'
import { copyFiles } from './copy-files.ts'
import type { BackupSource } from './create-backup.ts'
import type { StoredFile, WalRecord } from './manifest.ts'
import {
  type KnownFiles,
  knownFiles,
  listBackups,
  listSegments,
  readSegment,
  walName,
} from './read-backups.ts'
import { type Repository, writeRecord } from './repository.ts'
import { withLock } from './repository-lock.ts'
import { segmentAt, segmentBefore, segmentsBetween } from './wal-segments.ts'

/** One process at a time archives. A session lock writes nothing, so an idle database stays idle. */
const archiveLock = 4_600_027

export interface ArchiveResult {
  segments: number
  /** False: no backup in the repository is followed by this WAL, so it is useless without a new one. */
  hasBackup: boolean
  /** Pass it to the next round. */
  known?: KnownFiles
}

interface ArchiveOptions extends WriterOptions {
  /** Does nothing if the last round was less than this ago. */
  minSeconds?: number
  known?: KnownFiles
}

/**
 * Copies what the database has written since the last round, and the files stored meanwhile, so that
 * any moment in between can be restored.
 */
export async function archiveWal(
  repository: Repository,
  source: BackupSource,
  { minSeconds = 0, known, signal }: ArchiveOptions = {},
): Promise<ArchiveResult | undefined> {
  return withSession(source.databaseUrl, async (session) => {
    const [lock] = await session`select pg_try_advisory_lock(${archiveLock}) as free`
    if (!lock?.free) return undefined
    const chain = await ensureChain(session)
    const backups = await listBackups(repository)
    const hasBackup = backups.some((one) => one.kind === 'physical' && one.chain === chain.name)
    if (!(await hasChanged(repository, session, chain, minSeconds))) {
      return { segments: 0, hasBackup }
    }
    return withLock(repository, 'writer', async () => {
      const files = await knownFiles(repository, known)
      const writing = { session, chain, known: files, ...(signal && { signal }) }
      const segments = await archiveSegments(repository, source, writing)
      return { segments, hasBackup, known: files }
    })
  })
}

async function hasChanged(
  repository: Repository,
  session: BackupSession,
  chain: Chain,
  minSeconds: number,
): Promise<boolean> {
  const newest = (await listSegments(repository, chain.name)).at(-1)
  if (!newest) return true
  const { until, changes } = await readSegment(repository, chain.name, newest)
  if (until === undefined) return true // an interrupted round
  const [now] = await session<{ seconds: number }>`
    select extract(epoch from clock_timestamp() - ${until}::timestamptz)::float8 as seconds`
  return (now?.seconds ?? 0) >= minSeconds && (await countChanges(session)) !== changes
}

/**
 * Transaction ids and WAL positions also grow while nothing happens, because of notifications. This
 * number may lag by ten seconds, and then the next round archives the change.
 */
async function countChanges(session: BackupSession): Promise<string> {
  const [row] = await session<{ changes: string }>`
    select sum(tup_inserted + tup_updated + tup_deleted)::text as changes from pg_stat_database`
  return row?.changes ?? ''
}

interface ArchiveWrite extends WriterOptions {
  session: BackupSession
  chain: Chain
  known: KnownFiles
}

async function archiveSegments(
  repository: Repository,
  source: BackupSource,
  { session, chain, known, ...options }: ArchiveWrite,
): Promise<number> {
  const facts = await clusterFacts(session)
  const mark = await markMoment(session)
  const [end] = await session<{ lsn: string }>`select pg_switch_wal()::text as lsn`
  const { lsn: position } = end as { lsn: string }
  const first = segmentAt(facts.timeline, chain.position, facts.segmentBytes)
  const last = segmentBefore(facts.timeline, position, facts.segmentBytes)
  const archived = new Set(await listSegments(repository, chain.name))
  const segments = segmentsBetween(first, last, facts.segmentBytes)
  const missing = segments.filter((segment) => !archived.has(segment))
  for (const segment of missing) {
    const content = await copySegment(new ContentWriter(repository, options), facts, segment)
    const record: WalRecord = { segment, content }
    if (segment === last) {
      record.content.push(
        ...(await copyNewFiles(new ContentWriter(repository, options), source, known)),
      )
      Object.assign(record, mark)
    }
    await writeRecord(repository, walName(chain.name, segment), record)
  }
  await advanceChain(session, chain, position)
  return missing.length
}

/**
 * An empty transaction. Its commit ends what can be restored: PostgreSQL refuses to recover to a time
 * unless it finds a commit after it.
 */
async function markMoment(session: BackupSession): Promise<{ until: string; changes: string }> {
  const changes = await countChanges(session)
  const [mark] = await session<{ now: Date }>`select now(), pg_current_xact_id()::text`
  return { until: (mark as { now: Date }).now.toISOString(), changes }
}

async function copySegment(
  writer: ContentWriter,
  { dataFolder }: ClusterFacts,
  segment: string,
): Promise<StoredFile[]> {
  await writer.add(`pg_wal/${segment}`, createReadStream(join(dataFolder, 'pg_wal', segment)))
  return writer.files
}

async function copyNewFiles(
  writer: ContentWriter,
  { storage }: BackupSource,
  { files: known }: KnownFiles,
): Promise<StoredFile[]> {
  await copyFiles(storage, writer, async (path) => known.get(path))
  return writer.files.filter(({ path }) => !known.has(path))
}
