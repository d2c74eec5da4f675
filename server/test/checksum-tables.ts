import { readdir } from 'node:fs/promises'
import type { Harness } from './harness.ts'
import { statement } from './statement.ts'

/** Rewritten by the background work of an idle service. */
const restless = ['processes']

/** Any request may write it, but at most once a minute. */
const restlessField = 'last_used_at'

/** A checksum of every table, and the names of all files. */
export async function checksumTables({ deps }: Harness): Promise<Record<string, string>> {
  const sql = deps.db.system
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`
  const sums: Record<string, string> = {}
  for (const { name } of tables.filter((one) => !restless.includes(one.name))) {
    const [row] = await sql(
      statement(
        `select count(*) || ' ' || coalesce(sum(hashtextextended((to_jsonb(t) - '${restlessField}')::text, 0)::numeric), 0) as sum from "${name}" t`,
      ),
    )
    sums[name] = (row as { sum: string }).sum
  }
  sums.files = (await readdir(deps.config.dataDir, { recursive: true })).toSorted().join('\n')
  return sums
}
