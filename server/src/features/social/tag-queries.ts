import type { Tx } from '../../platform/postgres/db.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { Tag } from './account-schemas.ts'

export function tags(sql: Sql, workspaceId: number): Promise<Tag[]> {
  return sql<Tag>`
    select id, name, created_at from social_tags
    where workspace_id = ${workspaceId} order by lower(name), id limit 1000`
}

/** A tag as the workspace writes it. */
export async function tagNamed(
  sql: Sql,
  workspaceId: number,
  name: string,
): Promise<string | undefined> {
  const [tag] = await sql<{ name: string }>`
    select name from social_tags
    where workspace_id = ${workspaceId} and lower(name) = lower(${name})`
  return tag?.name
}

/** Makes the tags that are not there yet, and returns all of them as they are written there. */
export async function ensureTags(
  tx: Tx,
  workspaceId: number,
  names: readonly string[],
  at: Date,
): Promise<Tag[]> {
  if (names.length === 0) return []
  // In one order for all, so that two who make the same tags never wait for each other.
  const sorted = names.toSorted()
  await tx`
    insert into social_tags (workspace_id, name, created_at)
    select ${workspaceId}, name, ${at} from unnest(${sorted}::text[]) as name
    on conflict (workspace_id, lower(name)) do nothing`
  return tx<Tag>`
    select id, name, created_at from social_tags
    where workspace_id = ${workspaceId}
      and lower(name) in (select lower(name) from unnest(${sorted}::text[]) as name)`
}
