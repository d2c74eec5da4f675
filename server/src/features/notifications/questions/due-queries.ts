import type { Part, Sql } from '../../../platform/postgres/sql.ts'

export async function overdueQuestions(
  sql: Sql,
  now: Date,
): Promise<{ id: string; workspace_id: number }[]> {
  return sql<{ id: string; workspace_id: number }>`
    select id, workspace_id from questions
    where status = 'open' and expires_at is not null and expires_at <= ${now}
    order by expires_at limit 200`
}

export function nextExpiryAt(sql: Sql, after: Part): Part {
  return sql.part`select min(expires_at) from questions
    where status = 'open' and expires_at > ${after}`
}

export async function dueNudges(
  sql: Sql,
  now: Date,
): Promise<{ id: string; workspace_id: number }[]> {
  return sql<{ id: string; workspace_id: number }>`
    select id, workspace_id from questions
    where status = 'open' and nudge_at is not null and nudge_at <= ${now}
      and (expires_at is null or expires_at > ${now})
    order by nudge_at limit 200`
}

export function nextNudge(sql: Sql, after: Part): Part {
  return sql.part`select min(nudge_at) from questions
    where status = 'open' and nudge_at > ${after}`
}
