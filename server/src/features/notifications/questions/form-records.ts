import { invalid } from '../../../http/problem.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import { membersAmong } from './people-queries.ts'
import type { QuestionRow } from './queries.ts'
import type { AnswerValue } from './question-body.ts'

interface RecordReference {
  path: string
  format: 'asset-id' | 'user-id'
  id: string
}

/** Checks that the files and people named in a form exist in the workspace. */
export async function requireFormRecords(
  sql: Sql,
  workspaceId: number,
  { kind, fields }: Pick<QuestionRow, 'kind' | 'fields'>,
  value: AnswerValue,
): Promise<void> {
  if (kind !== 'form' || !fields) return
  const named = [...recordsIn(fields, value, 'value')].slice(0, 200)
  const users = named.filter(({ format, id }) => format === 'user-id' && isUserId(id))
  const assets = named.filter(({ format }) => format === 'asset-id')
  const members = users.length
    ? new Set(
        (
          await membersAmong(
            sql,
            workspaceId,
            users.map(({ id }) => Number(id)),
          )
        ).map(String),
      )
    : new Set<string>()
  const files = assets.length
    ? await assetsAmong(
        sql,
        workspaceId,
        assets.map(({ id }) => id),
      )
    : new Set<string>()
  for (const { path, format, id } of named) {
    const isThere = format === 'user-id' ? members.has(id) : files.has(id.toLowerCase())
    if (isThere) continue
    const noun = format === 'user-id' ? 'member of this workspace' : 'asset'
    throw invalid(path, `there is no ${noun} with the id ${id.slice(0, 60)}`)
  }
}

async function assetsAmong(sql: Sql, workspaceId: number, ids: string[]): Promise<Set<string>> {
  const rows = await sql<{ id: string }>`
    select id from assets where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`
  return new Set(rows.map(({ id }) => id))
}

function isUserId(id: string): boolean {
  return /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647
}

/** Follows `properties` and `items`: the parts of a schema that forms show as fields. */
function* recordsIn(schema: unknown, value: unknown, path: string): Generator<RecordReference> {
  if (typeof schema !== 'object' || schema === null || value === undefined) return
  const { format, properties, items } = schema as Record<string, unknown>
  const isId = typeof value === 'string' || typeof value === 'number'
  if ((format === 'asset-id' || format === 'user-id') && isId) {
    yield { path, format, id: String(value) }
  }
  if (Array.isArray(value)) {
    for (const [place, one] of value.entries()) yield* recordsIn(items, one, `${path}.${place}`)
  } else if (typeof value === 'object' && value !== null && properties) {
    for (const [name, one] of Object.entries(value)) {
      yield* recordsIn((properties as Record<string, unknown>)[name], one, `${path}.${name}`)
    }
  }
}
