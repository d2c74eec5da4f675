import type { Actor } from '../../http/permissions.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import { seenTasks } from './queries.ts'

export interface InputRow {
  id: string
  kind: string
  has_webhook: boolean
  /** Without data: URLs. */
  input: Record<string, unknown>
  /** The data: URLs: the start of each, which names its content type, and its length. */
  data_urls: { field: string; head: string; length: number }[]
}

/** The input of a task. Images in it stay in the database because they may be 30 MB. */
export async function inputOfTask(
  sql: Sql,
  actor: Actor,
  id: string,
): Promise<InputRow | undefined> {
  const isData = sql.part`jsonb_typeof(value) = 'string'
    and left(value #>> '{}', 200) ~* '^data:[^,[:space:]]*,'`
  const [row] = await sql<InputRow>`
    select id, kind, webhook_url is not null as has_webhook,
      (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(input)
        where not (${isData})) as input,
      (select coalesce(jsonb_agg(jsonb_build_object('field', key,
          'head', left(value #>> '{}', 200), 'length', length(value #>> '{}'))), '[]')
        from jsonb_each(input) where ${isData}) as data_urls
    from tasks where ${seenTasks(sql, actor)} and id = ${id}`
  return row
}
