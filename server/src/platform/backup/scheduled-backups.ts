import type { Logger } from 'pino'
import type { Db } from '../postgres/db.ts'
import type { Loops } from '../work/loops.ts'
import { type PollLoop, poll } from '../work/poll.ts'
import { archiveWal, findArchivedBackup, type KnownFiles } from './archive-wal.ts'
import { BackupError } from './backup-error.ts'
import { ensureBackupFolder } from './backup-folder.ts'
import { type BackupSession, withBackupLock } from './backup-session.ts'
import { type BackupSource, createBackup } from './create-backup.ts'
import { pruneBackups } from './prune-backups.ts'
import type { Retention } from './retention.ts'
import { readSchedule, recordFailure, recordSuccess } from './schedule-queries.ts'

export interface BackupSchedule {
  folder: string
  everyHours: number
  keep: Retention
  walSeconds: number
}

interface Needs {
  db: Pick<Db, 'system'>
  log: Pick<Logger, 'info' | 'error'>
  loops: Loops
  source: BackupSource
}

export interface ScheduledBackups {
  /** Creates a backup if one is due, or else archives the WAL, unless another process does. */
  runRound(signal: AbortSignal): Promise<void>
  /** Runs rounds until it is stopped. A backup in progress is abandoned: another process starts over. */
  start(): PollLoop
}

export function scheduledBackups(settings: BackupSchedule, needs: Needs): ScheduledBackups {
  const { db, log, loops, source } = needs
  let known: KnownFiles | undefined

  async function runRound(signal: AbortSignal): Promise<void> {
    await withBackupLock(source.databaseUrl, 0, async (session) => {
      const { isDue, attempts } = await readSchedule(db.system)
      if (isDue) return backUp(settings, needs, session, attempts, signal)
      const folder = await ensureBackupFolder(settings.folder)
      const backup = await findArchivedBackup(folder, session)
      if (backup) {
        const options = { minSeconds: settings.walSeconds / 2, known, signal }
        known = (await archiveWal(folder, session, source, backup, options)).known
      } else if (attempts === 0) {
        // The folder is new, or the archive has a gap.
        await backUp(settings, needs, session, attempts, signal)
      }
    }).catch((error) => {
      const isBusy = error instanceof BackupError && error.code === 'backup_busy'
      if (!isBusy && !signal.aborted) throw error
    })
  }

  return {
    runRound,
    start: () => {
      const stopping = new AbortController()
      const onError = (err: unknown) => log.error({ err }, 'archiving WAL failed; will retry')
      const loop = { loops, name: 'backups', maxSeconds: 24 * 3600, onError, atOnce: true }
      const rounds = poll({ ...loop, everyMs: settings.walSeconds * 1000 }, () =>
        runRound(stopping.signal),
      )
      return {
        wake: rounds.wake,
        stop: () => {
          stopping.abort()
          return rounds.stop()
        },
      }
    },
  }
}

async function backUp(
  settings: BackupSchedule,
  { db, log, source }: Needs,
  session: BackupSession,
  attempts: number,
  signal: AbortSignal,
): Promise<void> {
  try {
    signal.throwIfAborted()
    const folder = await ensureBackupFolder(settings.folder)
    const options = { archivesWal: true, signal }
    const { backup, damaged } = await createBackup(folder, session, source, options)
    await recordSuccess(db.system, backup.id, settings.everyHours)
    log.info({ backup: backup.id, ...backup.totals }, 'backup created')
    if (damaged.length > 0)
      log.error({ damaged }, 'stored files are damaged; the backup lacks them')
    const { removed, freedBytes } = await pruneBackups(folder, settings.keep)
    if (removed.length > 0) log.info({ removed, freedBytes }, 'old backups removed')
  } catch (err) {
    if (signal.aborted) return
    log.error({ err, attempts }, 'the scheduled backup failed; will retry')
    await recordFailure(db.system, (err as Error).message, attempts + 1)
  }
}
