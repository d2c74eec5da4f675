import { problem } from '../../../http/problem.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import type { Definition } from '../definition/definition.ts'
import { findVersion, type VersionRow } from '../queries.ts'
import type { RunAuthor, RunRow } from './run-queries.ts'

/** Versions never change, so versions in use are cached. */
const kept = new Map<string, VersionRow>()
const maxKept = 200

type Version = Pick<RunRow, 'workspace_id' | 'workflow_id' | 'version'>

export async function readDefinition(sql: Sql, version: Version): Promise<Definition> {
  return (await keptVersion(sql, version)).definition
}

/** The person who saved the version, with the permissions of their credential at that time. */
export async function findAuthor(sql: Sql, version: Version): Promise<RunAuthor> {
  const { created_by, author_permissions } = await keptVersion(sql, version)
  return { id: created_by.id, name: created_by.name, permissions: author_permissions }
}

async function keptVersion(
  sql: Sql,
  { workspace_id, workflow_id, version }: Version,
): Promise<VersionRow> {
  const key = `${workflow_id} ${version}`
  const known = kept.get(key)
  if (known) return known
  const found = await findVersion(sql, workspace_id, workflow_id, version)
  if (!found) throw problem('workflow_version_not_found')
  if (kept.size >= maxKept) kept.delete(kept.keys().next().value as string)
  kept.set(key, found)
  return found
}
