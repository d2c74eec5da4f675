import type { Readable } from 'node:stream'
import type postgres from 'postgres'
import type { BackupSession } from './backup-session.ts'
import type { ContentWriter } from './content.ts'
import type { LogicalBackup } from './manifest.ts'

export type TablesCopy = Pick<LogicalBackup, 'tables' | 'sequences' | 'migrations' | 'finishedAt'>

interface Table {
  name: string
  columns: string[]
  bytes: number
}

/**
 * Copies all rows of one snapshot. The schema is not copied: the migrations create it again, and the
 * list of migrations says how far.
 */
export async function copyTables(
  session: BackupSession,
  writer: ContentWriter,
): Promise<TablesCopy> {
  return (await session.begin('isolation level repeatable read, read only', async (tx) => {
    const tables = await listTables(tx)
    writer.startPhase(
      'Copying the database',
      tables.reduce((sum, { bytes }) => sum + bytes, 0),
    )
    for (const { name, columns } of tables) {
      const copy = tx.unsafe(`copy ${quoted(name)} (${columns.map(quoted)}) to stdout`)
      await writer.add(`tables/${name}`, (await copy.readable()) as Readable)
    }
    const migrations = await tx<{ name: string; sha256: string }[]>`
      select name, sha256 from schema_migrations order by name`
    // Sequences ignore snapshots. Read last, they are past every row that was copied.
    const sequences = await tx<{ name: string; value: string | null }[]>`
      select sequencename as name, last_value::text as value from pg_sequences
      where schemaname = 'public' order by sequencename`
    const [row] = await tx<[{ now: Date }]>`select now()`
    return {
      tables: tables.map(({ name, columns }) => ({ name, columns })),
      sequences: [...sequences],
      migrations: [...migrations],
      finishedAt: row.now.toISOString(),
    }
  })) as TablesCopy
}

/** Generated columns are computed again. */
function listTables(tx: postgres.TransactionSql): Promise<Table[]> {
  return tx<Table[]>`
    select c.relname as name, pg_table_size(c.oid)::float8 as bytes,
      array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and c.relname <> 'schema_migrations'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.oid order by c.relname`
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
