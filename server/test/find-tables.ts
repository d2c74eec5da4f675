import type { Sql } from '../src/platform/postgres/sql.ts'

/** The tables in which a text stands anywhere: in a text, in JSON, or in bytes. */
export async function findTablesContaining(sql: Sql, texts: Iterable<string>): Promise<string[]> {
  const wanted = [...texts].flatMap((text) => [text, Buffer.from(text).toString('hex')])
  const found: string[] = []
  for (const name of await tableNames(sql)) {
    const [row] = await sql`
      select t::text from ${sql.identifier(name)} t
      where exists (select from unnest(${wanted}::text[]) s where strpos(t::text, s) > 0) limit 1`
    if (row) found.push(name)
  }
  return found
}

async function tableNames(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by 1`
  return rows.map(({ name }) => name)
}
