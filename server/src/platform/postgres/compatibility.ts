import type { FleetProcess } from './processes.ts'

/** What a migration says about older versions that run during and after it. */
export interface Contract {
  /** A version works after it if it has at least this migration. */
  oldest: number
  reason: string
}

/** Earlier migrations are not checked for running processes: stop all of them first. */
export const firstRollingMigration = 24

const header = /^-- contract: oldest (\d{4}): (\S.*)$/m

/** Undefined for a migration that every running version survives. */
export function readContract(sql: string): Contract | undefined {
  const found = header.exec(sql)
  return found ? { oldest: Number(found[1]), reason: found[2] as string } : undefined
}

export function readNumber(migration: string): number {
  return Number.parseInt(migration, 10)
}

/** The processes that would fail after the migration. */
export function findTooOld(sql: string, running: readonly FleetProcess[]): FleetProcess[] {
  const { oldest = 0 } = readContract(sql) ?? {}
  return running.filter(({ newest_migration }) => newest_migration < oldest)
}

/** Refuses to remove what a running process still uses. */
export function requireNoneTooOld(
  { name, sql }: { name: string; sql: string },
  running: readonly FleetProcess[],
): void {
  const old = findTooOld(sql, running)
  if (old.length === 0) return
  const list = old.map(({ version, host, pid }) => `${version} on ${host} (process ${pid})`)
  throw new Error(
    `The migration ${name} removes what older processes still use: ${list.join(', ')}. ` +
      'Stop them, then start this version again. To see all steps: atelier upgrade --check',
  )
}

/** Refuses to run on a schema from which a newer version has removed what this one uses. */
export function requireOldEnough(newestOwn: number, oldestRequired: number): void {
  if (newestOwn >= oldestRequired) return
  const number = String(oldestRequired).padStart(4, '0')
  throw new Error(
    'A newer version of Atelier has upgraded this database, and this version no longer works on it: ' +
      `it needs a version with migration ${number}. Install the newer version again, ` +
      'or restore the backup from before the upgrade.',
  )
}
