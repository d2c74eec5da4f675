import { BackupError } from './backup-error.ts'
import type { Backup, WalRecord } from './manifest.ts'
import { listBackups, listSegments, readBackup, readSegment } from './read-backups.ts'
import type { Repository } from './repository.ts'
import { segmentsBetween } from './wal-segments.ts'

export interface RestorePlan {
  backup: Backup
  /** Archived WAL to repeat after the backup. */
  segments: WalRecord[]
  /** Where to stop within the last segment. */
  stopAt: Date | undefined
  until: string
}

/**
 * With an id, exactly that backup; with a moment, that moment; with neither, the newest state. A
 * moment is reached from the newest backup before it, by repeating the WAL since.
 */
export async function planRestore(
  repository: Repository,
  { id, at }: { id?: string; at?: Date },
): Promise<RestorePlan> {
  if (id && !at) return planOf(await readBackup(repository, id), [], undefined)
  const backups = id ? [await readBackup(repository, id)] : await listBackups(repository)
  if (!at) return planNewest(repository, backups)
  const physical = backups.filter(({ kind }) => kind === 'physical')
  const backup = physical.findLast(({ finishedAt }) => new Date(finishedAt) <= at)
  if (!backup) throw tooEarly(physical[0])
  const segments = await segmentsAfter(repository, backup)
  return planOf(backup, segmentsUntil(at, backup, segments), at)
}

/** A copy of rows may be older than the WAL after an earlier copy of files. */
async function planNewest(repository: Repository, backups: Backup[]): Promise<RestorePlan> {
  const newest = (wanted: Backup['kind']) => backups.findLast(({ kind }) => kind === wanted)
  const plans: RestorePlan[] = []
  for (const backup of [newest('physical'), newest('logical')]) {
    if (backup) plans.push(planOf(backup, await segmentsAfter(repository, backup), undefined))
  }
  const [plan] = plans.sort((a, b) => b.until.localeCompare(a.until))
  if (plan) return plan
  throw new BackupError('backup_not_found', `There are no backups in ${repository.folder}.`)
}

/** The newest moment that can be reached from a backup. */
export async function restorableUntil(repository: Repository, id: string): Promise<string> {
  const backup = await readBackup(repository, id)
  const segments = await segmentsAfter(repository, backup)
  return segments.at(-1)?.until ?? backup.finishedAt
}

function planOf(backup: Backup, segments: WalRecord[], stopAt: Date | undefined): RestorePlan {
  const until = stopAt?.toISOString() ?? segments.at(-1)?.until ?? backup.finishedAt
  return { backup, segments, stopAt, until }
}

/** Rounds that were interrupted have no end that could be reached for sure. */
async function segmentsAfter(repository: Repository, backup: Backup): Promise<WalRecord[]> {
  if (backup.kind === 'logical' || !backup.chain) return []
  const { chain, lastSegment, segmentBytes } = backup
  const names = (await listSegments(repository, chain)).filter((name) => name > lastSegment)
  const last = names.at(-1)
  if (!last) return []
  const records: WalRecord[] = []
  const [, ...expected] = segmentsBetween(lastSegment, last, segmentBytes)
  for (const name of expected) {
    if (!names.includes(name)) break
    records.push(await readSegment(repository, chain, name))
  }
  const lastWhole = records.findLastIndex(({ until }) => until !== undefined)
  return records.slice(0, lastWhole + 1)
}

function segmentsUntil(at: Date, backup: Backup, segments: WalRecord[]): WalRecord[] {
  const end = segments.findIndex(({ until }) => until && new Date(until) >= at)
  if (end >= 0) return segments.slice(0, end + 1)
  const newest = segments.at(-1)?.until ?? backup.finishedAt
  throw new BackupError(
    'moment_not_covered',
    `The backups reach until ${newest}. Choose an earlier moment, or leave out --at to restore the newest state.`,
  )
}

function tooEarly(first: Backup | undefined): BackupError {
  return new BackupError(
    'moment_not_covered',
    first
      ? `The first moment that can be restored is ${first.finishedAt}, when the oldest backup was complete.`
      : 'These backups have rows and no WAL, so there are no moments between them. ' +
          'Leave out --at to restore one as it is.',
  )
}
