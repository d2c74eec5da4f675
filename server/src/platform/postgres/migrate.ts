import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shippedPath } from '../../lib/installation.ts'
import { readContract, readNumber, requireNoneTooOld, requireOldEnough } from './compatibility.ts'
import { knownProcesses } from './processes.ts'
import { openSession, type Session } from './session.ts'
import { ourSessions } from './sleeping-sessions.ts'
import type { Sql } from './sql.ts'

const folder = shippedPath('server/migrations')
export const oldestVersion = 15
const migrationLock = 4_600_002

export interface Migration {
  name: string
  sql: string
  sha256: string
}

export async function allMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Brings the schema up to date, or as far as `isWanted` allows, and returns the applied migrations.
 * Safe to run in parallel.
 */
export async function migrate(
  url: string,
  isWanted: (migration: Migration) => boolean = () => true,
): Promise<string[]> {
  const session = await openSession(url, ourSessions)
  try {
    await requireVersion(session)
    const all = await allMigrations()
    const applied: string[] = []
    for (const migration of await findPending(session, all, isWanted)) {
      if (await applyOnce(session, migration)) applied.push(migration.name)
    }
    return applied
  } finally {
    await session.end()
  }
}

async function findPending(
  session: Session,
  all: Migration[],
  isWanted: (migration: Migration) => boolean,
): Promise<Migration[]> {
  await session.transaction(async () => {
    await lock(session)
    await session`create table if not exists schema_migrations (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`
  })
  requireOldEnough(findNewest(all), await oldestRequired(session))
  const rows = await session<Migration>`select name, sha256 from schema_migrations`
  const done = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  const wanted = all.filter(isWanted)
  for (const { name, sha256 } of wanted) {
    if ((done.get(name) ?? sha256) === sha256) continue
    throw new Error(
      `The migration ${name} was changed after it was applied to this database. ` +
        'Restore the file, and put schema changes in a new migration.',
    )
  }
  return wanted.filter(({ name }) => !done.has(name))
}

/** The lock ends with the transaction, so it also works behind a pooler. */
async function lock(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(${migrationLock}::bigint)`
}

/** The number of the newest migration of this version. */
export async function newestMigration(): Promise<number> {
  return findNewest(await allMigrations())
}

function findNewest(migrations: readonly Migration[]): number {
  return Math.max(...migrations.map(({ name }) => readNumber(name)))
}

export interface SchemaState {
  /** Not applied yet. */
  pending: string[]
  /** Applied, but the file has changed since. */
  changed: string[]
  /** Applied by a newer Atelier. */
  unknown: string[]
}

/** Compares a database with the migrations of this program; changes nothing. */
export async function schemaState(sql: Sql): Promise<SchemaState> {
  const [table] = await sql`select to_regclass('schema_migrations') is not null as exists`
  const rows = table?.exists
    ? await sql<Migration>`select name, sha256 from schema_migrations order by name`
    : []
  const done = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  const ours = await allMigrations()
  const names = new Set(ours.map(({ name }) => name))
  return {
    pending: [...names].filter((name) => !done.has(name)),
    changed: ours
      .filter(({ name, sha256 }) => done.has(name) && done.get(name) !== sha256)
      .map(({ name }) => name),
    unknown: [...done.keys()].filter((name) => !names.has(name)),
  }
}

async function requireVersion(sql: Sql): Promise<void> {
  const [row] = await sql<{ number: number; version: string }>`
    select current_setting('server_version_num')::int as number,
      current_setting('server_version') as version`
  if (row && row.number < oldestVersion * 10_000) {
    throw new Error(
      `PostgreSQL ${row.version} is too old: Atelier needs ${oldestVersion} or newer.`,
    )
  }
}

async function oldestRequired(sql: Sql): Promise<number> {
  const [table] = await sql`select to_regclass('schema_compatibility') is not null as exists`
  if (!table?.exists) return 0
  const [row] = await sql<{ oldest: number | null }>`
    select max(oldest_migration) as oldest from schema_compatibility`
  return row?.oldest ?? 0
}

/** False if another process was faster. */
function applyOnce(session: Session, migration: Migration): Promise<boolean> {
  const { name, sha256 } = migration
  return session.transaction(async () => {
    await lock(session)
    const [done] = await session`select from schema_migrations where name = ${name}`
    if (done) return false
    const contract = readContract(migration.sql)
    if (contract) requireNoneTooOld(migration, await knownProcesses(session))
    await session.execute(migration.sql).catch((error) => {
      throw new Error(`The migration ${name} failed: ${error.message}`, { cause: error })
    })
    await session`insert into schema_migrations (name, sha256) values (${name}, ${sha256})`
    if (contract) {
      await session`insert into schema_compatibility (migration, oldest_migration)
        values (${name}, ${contract.oldest})`
    }
    return true
  })
}
