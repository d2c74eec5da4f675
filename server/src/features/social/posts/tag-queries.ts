import type { Tx } from '../../../platform/postgres/db.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import type { Tag } from '../accounts/account-schemas.ts'

export function tags(sql: Sql, workspaceId: number): Promise<Tag[]> {
  return sql<Tag>`
    select id, name, created_at from social_tags
    where workspace_id = ${workspaceId} order by lower(name), id limit 1000`
}

/** A tag in the spelling of the workspace. */
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

/** Creates the missing tags and returns all of them in their stored spelling. */
export async function ensureTags(
  tx: Tx,
  workspaceId: number,
  names: readonly string[],
  at: Date,
): Promise<Tag[]> {
  if (names.length === 0) return []
  // Sorted to avoid deadlocks.
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
