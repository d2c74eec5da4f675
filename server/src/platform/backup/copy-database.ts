import { allMigrations, migrate } from '../postgres/migrate.ts'
import { BackupError } from './backup-error.ts'
import { type BackupSession, withSession } from './backup-session.ts'

interface Table {
  name: string
  columns: string[]
}

/** Bounds the memory: a row may have several megabytes. */
const batchRows = 50

/**
 * Copies all rows of one snapshot into an empty database: another PostgreSQL, of any version that we
 * support. The migrations create the schema. Tables of other programs are not copied.
 */
export async function copyDatabase(
  fromUrl: string,
  toUrl: string,
): Promise<{ tables: number; rows: number }> {
  return withSession(fromUrl, async (from) => {
    await from.execute('begin isolation level repeatable read, read only')
    const names = await requireOurMigrations(from)
    await withSession(toUrl, requireEmpty)
    await migrate(toUrl, ({ name }) => names.has(name))
    return withSession(toUrl, async (to) => {
      await to.execute('begin')
      const tables = await listTables(to)
      const foreignKeys = await dropForeignKeys(to)
      let rows = 0
      for (const table of tables) rows += await copyTable(from, to, table)
      await copySequences(from, to)
      for (const { table, name, definition } of foreignKeys) {
        await to.execute(`alter table ${table} add constraint ${name} ${definition}`)
      }
      await to.execute('commit')
      await to.execute('analyze')
      return { tables: tables.length, rows }
    })
  })
}

async function requireOurMigrations(from: BackupSession): Promise<Set<string>> {
  const applied = await from<{ name: string; sha256: string }>`
    select name, sha256 from schema_migrations`
  const ours = new Map((await allMigrations()).map(({ name, sha256 }) => [name, sha256]))
  const other = applied.find(({ name, sha256 }) => ours.get(name) !== sha256)
  if (!other) return new Set(applied.map(({ name }) => name))
  throw new BackupError(
    'backup_failed',
    `This version of Atelier does not have the migration ${other.name} of the database. Use the version that applied it.`,
  )
}

async function requireEmpty(to: BackupSession): Promise<void> {
  const [table] = await to`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' limit 1`
  if (!table) return
  throw new BackupError('database_not_empty', 'The target is not empty. Choose an empty database.')
}

/** Generated columns are computed again. */
function listTables(to: BackupSession): Promise<Table[]> {
  return to<Table>`
    select quote_ident(c.relname) as name,
      array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and c.relname <> 'schema_migrations'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.oid order by c.relname`
}

/** Foreign keys form circles, and only a superuser may ignore them. */
async function dropForeignKeys(to: BackupSession) {
  const keys = await to<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`
  for (const { table, name } of keys) {
    await to.execute(`alter table ${table} drop constraint ${name}`)
  }
  return keys
}

/** Rows travel as text in PostgreSQL's own form, which keeps every value of every type. */
async function copyTable(
  from: BackupSession,
  to: BackupSession,
  { name, columns }: Table,
): Promise<number> {
  await to.execute(`alter table ${name} disable trigger user`)
  await to.execute(`truncate ${name}`)
  await from.execute(`declare copied no scroll cursor for select t::text as line from ${name} t`)
  const insert = `insert into ${name} (${columns}) overriding system value
    select ${columns.map((column) => `(r.row).${column}`)}
    from (select line::${name} as row from unnest($1::text[]) line offset 0) r`
  const fetch = `fetch ${batchRows} from copied`
  let count = 0
  for (;;) {
    const fetched = await from.send({ text: fetch, values: [], types: [] })
    const rows = fetched as { line: string }[]
    if (rows.length === 0) break
    await to.send({ text: insert, values: [rows.map(({ line }) => line)], types: [0] })
    count += rows.length
  }
  await from.execute('close copied')
  await to.execute(`alter table ${name} enable trigger user`)
  return count
}

/** Sequences ignore snapshots. Read last, they are past every row that was copied. */
async function copySequences(from: BackupSession, to: BackupSession): Promise<void> {
  const sequences = await from<{ name: string; value: string }>`
    select quote_ident(sequencename) as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null`
  for (const { name, value } of sequences) {
    await to`select setval(to_regclass(${name}), ${value}::bigint)`
  }
}
