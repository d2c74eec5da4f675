import { to as copyTo } from 'pg-copy-streams'
import { quoteIdentifier } from '../postgres/statement.ts'
import { type BackupSession, liftLimits } from './backup-session.ts'
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
  const copy = async (): Promise<TablesCopy> => {
    await liftLimits(session)
    const tables = await listTables(session)
    writer.startPhase(
      'Copying the database',
      tables.reduce((sum, { bytes }) => sum + bytes, 0),
    )
    for (const { name, columns } of tables) {
      const list = columns.map(quoteIdentifier)
      const rows = copyTo(`copy ${quoteIdentifier(name)} (${list}) to stdout`)
      await writer.add(`tables/${name}`, session.client.query(rows))
    }
    const migrations = await session<{ name: string; sha256: string }>`
      select name, sha256 from schema_migrations order by name`
    // Sequences ignore snapshots. Read last, they are past every row that was copied.
    const sequences = await session<{ name: string; value: string | null }>`
      select sequencename as name, last_value::text as value from pg_sequences
      where schemaname = 'public' order by sequencename`
    const [row] = await session<{ now: Date }>`select now()`
    return {
      tables: tables.map(({ name, columns }) => ({ name, columns })),
      sequences,
      migrations,
      finishedAt: (row as { now: Date }).now.toISOString(),
    }
  }
  return session.transaction(copy, 'isolation level repeatable read, read only')
}

/** Generated columns are computed again. */
function listTables(session: BackupSession): Promise<Table[]> {
  return session<Table>`
    select c.relname as name, pg_table_size(c.oid)::float8 as bytes,
      array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and c.relname <> 'schema_migrations'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.oid order by c.relname`
}
