import type { Part, Sql } from './sql.ts'

/** A time inside a JSON object, written as everywhere else: PostgreSQL would end it with +00:00. */
export function jsonTime(sql: Sql, time: Part): Part {
  return sql.part`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
