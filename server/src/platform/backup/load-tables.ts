import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { allMigrations, migrate } from '../postgres/migrate.ts'
import { quoteIdentifier as quoted } from '../postgres/statement.ts'
import { BackupError } from './backup-error.ts'
import { type BackupSession, liftLimits, withSession } from './backup-session.ts'
import type { LogicalBackup } from './manifest.ts'

type ReadTable = (name: string) => AsyncIterable<Buffer>

/** Creates the schema that the backup had in an empty database, and fills it in one transaction. */
export async function loadTables(
  databaseUrl: string,
  backup: LogicalBackup,
  readTable: ReadTable,
): Promise<void> {
  await requireMigrations(backup)
  await withSession(databaseUrl, requireEmpty)
  const names = new Set(backup.migrations.map(({ name }) => name))
  await migrate(databaseUrl, ({ name }) => names.has(name))
  await withSession(databaseUrl, async (session) => {
    await session.transaction(async () => {
      await liftLimits(session)
      await fillTables(session, backup, readTable)
    })
    await session`analyze`
  })
}

async function requireMigrations({ migrations, atelierVersion }: LogicalBackup): Promise<void> {
  const ours = new Map((await allMigrations()).map(({ name, sha256 }) => [name, sha256]))
  const other = migrations.find(({ name, sha256 }) => ours.get(name) !== sha256)
  if (!other) return
  throw new BackupError(
    'backup_failed',
    `This version of Atelier does not have the migration ${other.name} of the backup. ` +
      `Restore with Atelier ${atelierVersion}, which made it.`,
  )
}

async function requireEmpty(session: BackupSession): Promise<void> {
  const [table] = await session`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' limit 1`
  if (!table) return
  throw new BackupError(
    'folder_not_empty',
    'The database is not empty. Create a new one and set DATABASE_URL to it.',
  )
}

/** Foreign keys form circles, and only a superuser may ignore them. So they are dropped and added. */
async function fillTables(
  session: BackupSession,
  { tables, sequences }: LogicalBackup,
  readTable: ReadTable,
): Promise<void> {
  const keys = await session<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`
  const existing = await session<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`
  const ours = new Set(existing.map(({ name }) => name))
  for (const key of keys) {
    await session.execute(`alter table ${key.table} drop constraint ${quoted(key.name)}`)
  }
  // The database may have held tables of other programs, which our migrations do not create.
  for (const table of tables.filter(({ name }) => ours.has(name))) {
    await fillTable(session, table, readTable(table.name))
  }
  for (const { name, value } of sequences) {
    if (value !== null) await session`select setval(to_regclass(${quoted(name)}), ${value}::bigint)`
  }
  for (const { table, name, definition } of keys) {
    await session.execute(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
  }
}

async function fillTable(
  session: BackupSession,
  { name, columns }: { name: string; columns: string[] },
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  await session.execute(`alter table ${quoted(name)} disable trigger user`)
  await session.execute(`truncate ${quoted(name)}`)
  const copy = copyFrom(`copy ${quoted(name)} (${columns.map(quoted)}) from stdin`)
  await pipeline(Readable.from(rows), session.client.query(copy))
  await session.execute(`alter table ${quoted(name)} enable trigger user`)
}
