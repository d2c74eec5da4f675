import type { Part, Sql } from '../../platform/postgres/sql.ts'

/** JSON for a column of type json, which keeps the order of keys; as a parameter it would be jsonb. */
export function asSent(sql: Sql, value: unknown): Part {
  return sql.part`${JSON.stringify(value)}::text::json`
}
