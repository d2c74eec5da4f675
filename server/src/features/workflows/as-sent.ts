import type { Part, Sql } from '../../platform/postgres/sql.ts'

/** Casts to json, which preserves key order; a plain parameter would be jsonb. */
export function asSent(sql: Sql, value: unknown): Part {
  return sql.part`${JSON.stringify(value)}::text::json`
}
