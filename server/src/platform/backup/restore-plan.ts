import { BackupError } from './backup-error.ts'
import type { BackupFolder } from './backup-folder.ts'
import { type Backup, listBackups, listRounds, type Round, readBackup } from './records.ts'
import { segmentsBetween } from './wal-segments.ts'

export interface RestorePlan {
  backup: Backup
  /** The WAL to repeat. */
  rounds: Round[]
  /** Where to stop within the last round. */
  stopAt: Date | undefined
  /** The restored state has every change committed before this time. */
  until: string
}

/**
 * With an id, exactly that backup; with a moment, that moment; with neither, the newest state. A
 * moment is reached from the newest backup before it, by repeating the WAL since.
 */
export async function planRestore(
  folder: BackupFolder,
  { id, at }: { id?: string; at?: Date },
): Promise<RestorePlan> {
  const backups = id ? [await readBackup(folder, id)] : await listBackups(folder)
  const backup = at
    ? backups.findLast(({ finishedAt }) => new Date(finishedAt) < at)
    : backups.at(-1)
  if (!backup) throw noBackup(folder, backups[0])
  const usable = await listUsableRounds(folder, backup)
  const rounds = id && !at ? usable.slice(0, 1) : usable
  const newest = rounds.at(-1)?.until ?? backup.finishedAt
  if (!at) return { backup, rounds, stopAt: undefined, until: newest }
  const end = rounds.findIndex(({ until }) => new Date(until) >= at)
  if (end < 0) throw tooLate(newest)
  return { backup, rounds: rounds.slice(0, end + 1), stopAt: at, until: at.toISOString() }
}

/** The newest moment that can be reached from a backup. */
export async function findLastMoment(folder: BackupFolder, backup: Backup): Promise<string> {
  return (await listUsableRounds(folder, backup)).at(-1)?.until ?? backup.finishedAt
}

/** Without the rounds behind a gap. */
async function listUsableRounds(folder: BackupFolder, backup: Backup): Promise<Round[]> {
  const rounds = await listRounds(folder, backup.id)
  const gap = findGap(backup, rounds)
  return gap === undefined ? rounds : rounds.slice(0, gap)
}

/** The index of the first round that doesn't continue the one before. */
export function findGap({ segmentBytes }: Backup, rounds: readonly Round[]): number | undefined {
  let last = rounds[0]?.segments[0]?.name ?? ''
  for (const [at, { segments }] of rounds.entries()) {
    const names = segments.map(({ name }) => name)
    const expected = segmentsBetween(last, names.at(-1) as string, segmentBytes).slice(at && 1)
    if (names.join() !== expected.join()) return at
    last = names.at(-1) as string
  }
  return rounds.length === 0 ? 0 : undefined
}

function noBackup({ path }: BackupFolder, first: Backup | undefined): BackupError {
  if (!first) return new BackupError('backup_not_found', `There are no backups in ${path}.`)
  return new BackupError(
    'moment_not_covered',
    `The first moment that can be restored is ${first.finishedAt}, when the oldest backup was complete.`,
  )
}

function tooLate(newest: string): BackupError {
  return new BackupError(
    'moment_not_covered',
    `The backup before that moment reaches until ${newest}. Choose an earlier moment, or leave out --at to restore the newest state.`,
  )
}
