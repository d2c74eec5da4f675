import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { shippedPath } from '../../lib/installation.ts'
import { contractOf, numberOf, requireNoneTooOld, requireOldEnough } from './compatibility.ts'
import { requireOwnBackends } from './pooler.ts'
import { knownProcesses } from './processes.ts'
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
  const client = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 })
  try {
    await requireVersion(client)
    await requireOwnBackends(url, client)
    await client`select pg_advisory_lock(${migrationLock})`
    const done = await appliedMigrations(client)
    const applied: string[] = []
    const all = await allMigrations()
    requireOldEnough(newestOf(all), await oldestRequired(client))
    for (const migration of all.filter(isWanted)) {
      const before = done.get(migration.name)
      if (before === undefined) {
        if (contractOf(migration.sql)) {
          requireNoneTooOld(migration, await knownProcesses(client as unknown as Sql))
        }
        await apply(client, migration)
        applied.push(migration.name)
      } else if (before !== migration.sha256) {
        throw new Error(
          `The migration ${migration.name} was changed after it was applied to this database. ` +
            'Restore the file, and put schema changes in a new migration.',
        )
      }
    }
    return applied
  } finally {
    await client.end()
  }
}

/** The number of the newest migration of this version. */
export async function newestMigration(): Promise<number> {
  return newestOf(await allMigrations())
}

function newestOf(migrations: readonly Migration[]): number {
  return Math.max(...migrations.map(({ name }) => numberOf(name)))
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

async function requireVersion(client: postgres.Sql): Promise<void> {
  const [row] = await client`select current_setting('server_version_num')::int as number,
    current_setting('server_version') as version`
  if (row?.number < oldestVersion * 10_000) {
    throw new Error(
      `PostgreSQL ${row?.version} is too old: Atelier needs ${oldestVersion} or newer.`,
    )
  }
}

async function appliedMigrations(client: postgres.Sql): Promise<Map<string, string>> {
  await client`create table if not exists schema_migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`
  const rows = await client`select name, sha256 from schema_migrations`
  return new Map(rows.map((row) => [row.name, row.sha256]))
}

async function oldestRequired(client: postgres.Sql): Promise<number> {
  const [table] = await client`select to_regclass('schema_compatibility') is not null as exists`
  if (!table?.exists) return 0
  const [row] = await client`select max(oldest_migration) as oldest from schema_compatibility`
  return row?.oldest ?? 0
}

async function apply(client: postgres.Sql, { name, sql, sha256 }: Migration): Promise<void> {
  try {
    await client.begin(async (tx) => {
      await tx.unsafe(sql)
      await tx`insert into schema_migrations (name, sha256) values (${name}, ${sha256})`
      const contract = contractOf(sql)
      if (!contract) return
      await tx`insert into schema_compatibility (migration, oldest_migration)
        values (${name}, ${contract.oldest})`
    })
  } catch (error) {
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
