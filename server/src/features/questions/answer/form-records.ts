import { invalid } from '../../../http/problem.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import type { WholeQuestion } from '../find-question.ts'
import { findMembers } from '../people-queries.ts'
import type { AnswerValue } from '../question-body.ts'

interface RecordReference {
  path: string
  format: 'asset-id' | 'user-id'
  id: string
}

/** Checks that the files and people named in a form exist in the workspace. */
export async function requireFormRecords(
  sql: Sql,
  workspaceId: number,
  { kind, fields }: Pick<WholeQuestion, 'kind' | 'fields'>,
  value: AnswerValue,
): Promise<void> {
  if (kind !== 'form' || !fields) return
  const named = [...listReferences(fields, value, 'value')].slice(0, 200)
  const listIds = (format: RecordReference['format']) =>
    named.flatMap((one) => (one.format === format ? [one.id] : []))
  const userIds = listIds('user-id').filter(isUserId).map(Number)
  const assetIds = listIds('asset-id')
  const [members, assets] = await Promise.all([
    userIds.length > 0 ? findMembers(sql, workspaceId, userIds) : [],
    assetIds.length > 0 ? findAssets(sql, workspaceId, assetIds) : [],
  ])
  const known = { 'user-id': new Set(members.map(String)), 'asset-id': new Set(assets) }
  for (const { path, format, id } of named) {
    if (known[format].has(id.toLowerCase())) continue
    const noun = format === 'user-id' ? 'member of this workspace' : 'asset'
    throw invalid(path, `there is no ${noun} with the id ${id.slice(0, 60)}`)
  }
}

async function findAssets(sql: Sql, workspaceId: number, ids: string[]): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select id from assets where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`
  return rows.map(({ id }) => id)
}

function isUserId(id: string): boolean {
  return /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647
}

/** Follows `properties` and `items`: the parts of a schema that forms show as fields. */
function* listReferences(
  schema: unknown,
  value: unknown,
  path: string,
): Generator<RecordReference> {
  if (typeof schema !== 'object' || schema === null || value === undefined) return
  const { format, properties, items } = schema as Record<string, unknown>
  const isId = typeof value === 'string' || typeof value === 'number'
  if ((format === 'asset-id' || format === 'user-id') && isId) {
    yield { path, format, id: String(value) }
  }
  if (Array.isArray(value)) {
    for (const [place, one] of value.entries())
      yield* listReferences(items, one, `${path}.${place}`)
  } else if (typeof value === 'object' && value !== null && properties) {
    for (const [name, one] of Object.entries(value)) {
      yield* listReferences((properties as Record<string, unknown>)[name], one, `${path}.${name}`)
    }
  }
}
