import { problem } from '../../../http/problem.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import type { Definition } from '../definition/definition.ts'
import { versionOf } from '../queries.ts'
import type { RunRow } from './run-queries.ts'

/** Versions never change, so those that are in use are kept at hand. */
const kept = new Map<string, Definition>()
const mostKept = 200

export async function definitionOf(
  sql: Sql,
  { workspace_id, workflow_id, version }: Pick<RunRow, 'workspace_id' | 'workflow_id' | 'version'>,
): Promise<Definition> {
  const key = `${workflow_id} ${version}`
  const known = kept.get(key)
  if (known) return known
  const found = await versionOf(sql, workspace_id, workflow_id, version)
  if (!found) throw problem('workflow_version_not_found')
  if (kept.size >= mostKept) kept.delete(kept.keys().next().value as string)
  kept.set(key, found.definition)
  return found.definition
}
