import type { ExternalEngineSettings, Purpose } from '../../engines/external/settings.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Sql } from '../../platform/postgres/sql.ts'

interface Row {
  purpose: Purpose
  /** The key is sealed. */
  settings: ExternalEngineSettings
  updated_at: Date
}

export function chosenEngines(sql: Sql, workspaceId: number): Promise<Row[]> {
  return sql<Row>`
    select purpose, settings, updated_at from workspace_engines where workspace_id = ${workspaceId}`
}

export async function saveEngine(
  sql: Sql,
  actor: Actor,
  { purpose, settings, updated_at }: Row,
): Promise<void> {
  await sql`
    insert into workspace_engines (workspace_id, purpose, settings, updated_by, updated_at)
    values (${actor.workspaceId}, ${purpose}, ${sql.json(settings)}, ${actor.userId}, ${updated_at})
    on conflict (workspace_id, purpose) do update set settings = excluded.settings,
      updated_by = excluded.updated_by, updated_at = excluded.updated_at`
}

export async function deleteEngine(
  sql: Sql,
  workspaceId: number,
  purpose: Purpose,
): Promise<boolean> {
  const gone = await sql`
    delete from workspace_engines
    where workspace_id = ${workspaceId} and purpose = ${purpose} returning purpose`
  return gone.length > 0
}
