import type { Logger } from 'pino'
import type { Random } from '../../lib/random.ts'
import type { Db } from '../postgres/db.ts'
import type { DueWork } from '../work/due.ts'
import { ignoreLostLease, startHeartbeat } from '../work/lease.ts'
import type { Loops } from '../work/loops.ts'
import { type PollLoop, poll } from '../work/poll.ts'
import { archiveWal } from './archive-wal.ts'
import { type BackupSource, createBackup } from './create-backup.ts'
import { pruneBackups } from './prune-backups.ts'
import type { KnownFiles } from './read-backups.ts'
import { ensureRepository, type Repository } from './repository.ts'
import type { Retention } from './retention.ts'
import * as schedule from './schedule-queries.ts'

export interface BackupSchedule {
  folder: string
  key: Buffer | undefined
  everyHours: number
  keep: Retention
  walSeconds: number
}

interface Needs {
  db: Pick<Db, 'system'>
  log: Pick<Logger, 'info' | 'error'>
  loops: Loops
  random: Random
  source: BackupSource
}

export interface ScheduledBackups {
  due: DueWork
  /** Archives WAL until it is stopped. */
  start(): PollLoop
  /** Abandons a running backup: another process starts over. */
  abandon(): void
}

const heartbeatMs = 10_000

/** Creates backups on schedule, in one process of the fleet at a time, and archives WAL in between. */
export function scheduledBackups(settings: BackupSchedule, needs: Needs): ScheduledBackups {
  const { db, log, loops, source } = needs
  const stopping = new AbortController()
  const { signal } = stopping
  let known: KnownFiles | undefined
  const archive = async () => {
    const repository = await ensureRepository(settings.folder, settings.key)
    const options = { minSeconds: settings.walSeconds / 2, signal, ...(known && { known }) }
    const archived = await archiveWal(repository, source, options)
    known = archived?.known ?? known
    // The folder is new, or the archive has a gap: the next backup closes it.
    if (archived && !archived.hasBackup) await schedule.requestBackup(db.system)
  }
  return {
    due: {
      name: 'backups',
      maxSeconds: 24 * 3600,
      dueAt: schedule.nextBackupAt,
      clock: 'database',
      work: () => backUpIfFree(settings, needs, signal).catch(ignoreLostLease),
    },
    start: () => {
      if (!source.isEmbedded) return { wake: () => {}, stop: async () => {} }
      const onError = (err: unknown) => {
        if (!signal.aborted) log.error({ err }, 'archiving WAL failed; will retry')
      }
      const loop = { loops, name: 'archiving WAL', maxSeconds: 3600 }
      return poll({ ...loop, everyMs: settings.walSeconds * 1000, onError }, archive)
    },
    abandon: () => stopping.abort(),
  }
}

async function backUpIfFree(
  settings: BackupSchedule,
  { db, log, random, source }: Needs,
  stopping: AbortSignal,
): Promise<void> {
  const lease = random.uuid()
  const attempts = await schedule.claimBackup(db.system, lease)
  if (attempts === undefined) return
  const heart = startHeartbeat(heartbeatMs, () => schedule.renewBackup(db.system, lease))
  try {
    const repository = await ensureRepository(settings.folder, settings.key)
    const backup = await createBackup(repository, source, {
      archivesWal: source.isEmbedded,
      signal: AbortSignal.any([stopping, heart.signal]),
    })
    await schedule.recordSuccess(db.system, lease, backup.id, settings.everyHours)
    log.info({ backup: backup.id, ...backup.totals }, 'backup created')
    await prune(repository, settings, log)
  } catch (err) {
    if (stopping.aborted) return await schedule.giveBackBackup(db.system, lease)
    log.error({ err, attempts }, 'the scheduled backup failed; will retry')
    await schedule.recordFailure(db.system, lease, (err as Error).message, attempts)
  } finally {
    heart.stop()
  }
}

/** A backup is good even if older ones cannot be removed now. The next one tries again. */
async function prune(repository: Repository, { keep }: BackupSchedule, log: Needs['log']) {
  try {
    const { removed, freedBytes } = await pruneBackups(repository, keep)
    if (removed.length > 0) log.info({ removed, freedBytes }, 'old backups removed')
  } catch (err) {
    log.error({ err }, 'removing old backups failed')
  }
}
