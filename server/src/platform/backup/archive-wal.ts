import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { type BackupSession, type ServerFacts, serverFacts, withSession } from './backup-session.ts'
import { advanceChain, type Chain, ensureChain } from './chain.ts'
import { ContentWriter } from './content.ts'
import { copyFiles } from './copy-files.ts'
import type { BackupSource } from './create-backup.ts'
import type { StoredFile, WalRecord } from './manifest.ts'
import { knownFiles, listBackups, listSegments, readSegment, walName } from './read-backups.ts'
import { type Repository, writeRecord } from './repository.ts'
import { withLock } from './repository-lock.ts'
import { segmentAt, segmentBefore, segmentsBetween } from './wal-segments.ts'

/** One process at a time archives. A session lock writes nothing, so an idle database stays idle. */
const archiveLock = 4_600_027

export interface Archived {
  segments: number
  /** False: no backup in the repository is followed by this WAL, so it is useless without a new one. */
  hasBackup: boolean
}

/**
 * Copies what the database has written since the last round, and the files stored meanwhile, so that
 * any moment in between can be restored.
 */
export async function archiveWal(
  repository: Repository,
  source: BackupSource,
  { minSeconds = 0 } = {},
): Promise<Archived | undefined> {
  return withSession(source.databaseUrl, async (session) => {
    const [lock] = await session`select pg_try_advisory_lock(${archiveLock}) as free`
    if (!lock?.free) return undefined
    const chain = await ensureChain(session)
    const backups = await listBackups(repository)
    const hasBackup = backups.some((one) => one.kind === 'physical' && one.chain === chain.name)
    if (!(await hasChanged(repository, session, chain, minSeconds))) {
      return { segments: 0, hasBackup }
    }
    return withLock(repository, 'writer', async () => ({
      segments: await archiveSegments(repository, source, session, chain),
      hasBackup,
    }))
  })
}

/** Every change takes a transaction id. */
async function hasChanged(
  repository: Repository,
  session: BackupSession,
  chain: Chain,
  minSeconds: number,
): Promise<boolean> {
  const newest = (await listSegments(repository, chain.name)).at(-1)
  if (!newest) return true
  const { until, nextXid } = await readSegment(repository, chain.name, newest)
  if (until === undefined) return true // an interrupted round
  const [now] = await session<{ next: string; seconds: number }[]>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as next,
      extract(epoch from clock_timestamp() - ${until}::timestamptz)::float8 as seconds`
  return now !== undefined && now.next !== nextXid && now.seconds >= minSeconds
}

async function archiveSegments(
  repository: Repository,
  source: BackupSource,
  session: BackupSession,
  chain: Chain,
): Promise<number> {
  const facts = await serverFacts(session)
  const mark = await markMoment(session)
  const [end] = await session<[{ lsn: string }]>`select pg_switch_wal()::text as lsn`
  const position = end.lsn
  const first = segmentAt(facts.timeline, chain.position, facts.segmentBytes)
  const last = segmentBefore(facts.timeline, position, facts.segmentBytes)
  const archived = new Set(await listSegments(repository, chain.name))
  const segments = segmentsBetween(first, last, facts.segmentBytes)
  const missing = segments.filter((segment) => !archived.has(segment))
  for (const segment of missing) {
    const content = await copySegment(repository, facts, segment)
    const record: WalRecord = { segment, content }
    if (segment === last) {
      record.content.push(...(await copyNewFiles(repository, source)))
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
async function markMoment(session: BackupSession): Promise<{ until: string; nextXid: string }> {
  const [mark] = await session<[{ now: Date; next: string }]>`
    select now(), (pg_current_xact_id()::text::bigint + 1)::text as next`
  return { until: mark.now.toISOString(), nextXid: mark.next }
}

async function copySegment(
  repository: Repository,
  { dataFolder }: ServerFacts,
  segment: string,
): Promise<StoredFile[]> {
  const writer = new ContentWriter(repository)
  await writer.add(`pg_wal/${segment}`, createReadStream(join(dataFolder, 'pg_wal', segment)))
  return writer.files
}

async function copyNewFiles(repository: Repository, { storage }: BackupSource) {
  const known = await knownFiles(repository)
  const writer = new ContentWriter(repository)
  await copyFiles(storage, writer, async (path) => known.get(path))
  return writer.files.filter(({ path }) => !known.has(path))
}
