import type { Db } from './postgres/db.ts'
import { runningProcesses } from './postgres/processes.ts'
import type { Sql } from './postgres/sql.ts'
import { type BoxKeys, currentKey, type SecretBox, secretBox } from './secret-box.ts'

/** Secrets in columns of which earlier versions wrote the clear text. */
export interface StoredSecrets extends SecretBox {
  /** Text for the database: sealed, or clear while a running process could not open it. */
  toStored(text: string, purpose: string): string
  fromStored(stored: string, purpose: string): string
  /** The beginning of values sealed with the current key. Null while nothing may be sealed. */
  currentPrefix(): string | null
  /** Whether the operator has set a key, which is not in the database. */
  hasOperatorKey: boolean
  close(): void
}

const mark = 'sealed:'
/** Versions without this migration cannot open sealed values. */
const firstSealedMigration = 47
const checkEveryMs = 15_000

export async function openStoredSecrets(
  { db }: { db: Pick<Db, 'system'> },
  keys: BoxKeys,
): Promise<StoredSecrets> {
  const box = secretBox(keys)
  let isSealing = await refuseOlderVersions(db.system)
  const check = async () => {
    isSealing ||= await refuseOlderVersions(db.system).catch(() => false)
    if (isSealing) clearInterval(timer)
  }
  const timer = setInterval(check, checkEveryMs).unref()
  if (isSealing) clearInterval(timer)
  return {
    ...box,
    toStored: (text, purpose) =>
      // Clear text that looks sealed could not be read again.
      isSealing || text.startsWith(mark) ? mark + box.seal(text, purpose) : text,
    fromStored: (stored, purpose) =>
      stored.startsWith(mark) ? box.open(stored.slice(mark.length), purpose) : stored,
    currentPrefix: () => (isSealing ? `${mark}${currentKey(keys)}.` : null),
    hasOperatorKey: keys.operator !== undefined,
    close: () => clearInterval(timer),
  }
}

/** Whether no process of an older version runs. Then none may start any more either. */
export async function refuseOlderVersions(sql: Sql): Promise<boolean> {
  const running = await runningProcesses(sql)
  if (running.some((process) => process.newest_migration < firstSealedMigration)) return false
  await sql`
    insert into schema_compatibility (migration, oldest_migration)
    values ('sealed secrets', ${firstSealedMigration}) on conflict (migration) do nothing`
  return true
}
