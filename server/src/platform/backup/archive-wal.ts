import type { BackupFolder } from './backup-folder.ts'
import { type BackupSession, readClusterFacts } from './backup-session.ts'
import { copySegments } from './copy-cluster.ts'
import { copyFiles } from './copy-files.ts'
import type { BackupSource } from './create-backup.ts'
import {
  type Backup,
  listBackups,
  listRoundNames,
  listRounds,
  type Round,
  readRound,
  writeRound,
} from './records.ts'
import { listSlots } from './slots.ts'
import { segmentBefore, segmentsBetween } from './wal-segments.ts'

/** The keys of the files that a backup and its rounds have, until this round. */
export interface KnownFiles {
  lastSegment: string
  keys: Set<string>
}

interface ArchiveOptions {
  /** Does nothing if the last round was less than this ago. */
  minSeconds?: number
  /** Also without a change, so that every moment until now can be restored. */
  isLast?: boolean
  /** Of an earlier round. */
  known?: KnownFiles | undefined
  signal?: AbortSignal | undefined
}

/** The backup that the WAL of this database follows. */
export async function findArchivedBackup(
  folder: BackupFolder,
  session: BackupSession,
): Promise<Backup | undefined> {
  const slots = await listSlots(session)
  return (await listBackups(folder)).findLast(({ slot }) => slot && slots.includes(slot))
}

/**
 * Copies what the database has written since the last round, and the files stored meanwhile, so that
 * any moment in between can be restored. Only under the lock for backups.
 */
export async function archiveWal(
  folder: BackupFolder,
  session: BackupSession,
  { storage }: Pick<BackupSource, 'storage'>,
  { id, slot }: Backup,
  { minSeconds = 0, isLast = false, known: earlier, signal }: ArchiveOptions = {},
): Promise<{ segments: number; known: KnownFiles | undefined }> {
  const newest = await readRound(folder, id, (await listRoundNames(folder, id)).at(-1) ?? 'first')
  if (!isLast && !(await hasChanged(session, newest, minSeconds))) {
    return { segments: 0, known: earlier }
  }
  const archived = newest.segments.at(-1)?.name as string
  const known = earlier?.lastSegment === archived ? earlier.keys : await readKnownKeys(folder, id)
  const { dataFolder, timeline, segmentBytes } = await readClusterFacts(session)
  const mark = await markMoment(session)
  const [end] = await session<{ lsn: string }>`select pg_switch_wal()::text as lsn`
  const { lsn } = end as { lsn: string }
  const last = segmentBefore(timeline, lsn, segmentBytes)
  const [, ...names] = segmentsBetween(archived, last, segmentBytes)
  if (names.length === 0) return { segments: 0, known: earlier }
  const segments = await copySegments(folder, id, dataFolder, names)
  const { files } = await copyFiles(storage, folder, known, signal)
  await writeRound(folder, id, { ...mark, segments, files })
  await session`select pg_replication_slot_advance(${slot}, ${lsn}::pg_lsn)`
  for (const { key } of files) known.add(key)
  return { segments: names.length, known: { lastSegment: last, keys: known } }
}

async function readKnownKeys(folder: BackupFolder, id: string): Promise<Set<string>> {
  const rounds = await listRounds(folder, id)
  return new Set(rounds.flatMap(({ files }) => files.map(({ key }) => key)))
}

async function hasChanged(session: BackupSession, { until, changes }: Round, minSeconds: number) {
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

/**
 * An empty transaction. Its commit ends what can be restored: PostgreSQL refuses to recover to a time
 * unless it finds a commit after it.
 */
async function markMoment(session: BackupSession): Promise<{ until: string; changes: string }> {
  const changes = await countChanges(session)
  const [mark] = await session<{ now: Date }>`select now(), pg_current_xact_id()::text`
  return { until: (mark as { now: Date }).now.toISOString(), changes }
}
