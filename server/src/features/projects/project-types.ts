import { problem } from '../../http/problem.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { ProjectType } from './schemas.ts'
import { addedType, addedTypes } from './type-queries.ts'

const defineType = (resourcetype: string, id_kind: ProjectType['id_kind'], title: string) => {
  return { resourcetype, id_kind, title, built_in: true }
}

export const builtInTypes: readonly ProjectType[] = [
  defineType('Project', 'uuid', 'Project'),
  defineType('campaign', 'uuid', 'Campaign'),
  defineType('brand', 'uuid', 'Brand'),
  defineType('content-plan', 'uuid', 'Content plan'),
  defineType('AdCreativeProject', 'integer', 'Ad creative project'),
  defineType('document', 'integer', 'Document'),
]

export function builtInType(name: string): ProjectType | undefined {
  const wanted = name.toLowerCase()
  return builtInTypes.find(({ resourcetype }) => resourcetype.toLowerCase() === wanted)
}

/** The types of a workspace: built-in ones first, then its own. */
export async function selectTypes(sql: Sql, workspaceId: number): Promise<ProjectType[]> {
  return [...builtInTypes, ...(await addedTypes(sql, workspaceId))]
}

/** The type with this name, case-insensitive. `keep` locks it until the transaction ends. */
export async function requireType(
  sql: Sql,
  workspaceId: number,
  name: string,
  keep = false,
): Promise<ProjectType> {
  const isName = /^[\w-]+$/.test(name)
  const found = builtInType(name) ?? (isName && (await addedType(sql, workspaceId, name, keep)))
  if (found) return found
  const known = (await selectTypes(sql, workspaceId)).map(({ resourcetype }) => resourcetype)
  throw problem('project_type_not_found', {
    detail: `There is no such project type. The types are: ${known.slice(0, 50).join(', ')}.`,
  })
}
