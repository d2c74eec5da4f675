import { readPage } from '../../http/pagination.ts'
import type { Actor } from '../../http/permissions.ts'
import { anywhere } from '../../lib/like-pattern.ts'
import { isUuid } from '../../lib/uuid.ts'
import type { Part, Sql } from '../../platform/postgres/sql.ts'
import { isInSpace, seesSpace } from '../access/who-sees.ts'
import type { ProjectListQuery, ProjectSummary, ProjectType } from './schemas.ts'

export interface ProjectRow {
  /** The row id; clients use `uuid` instead where there is one. */
  id: number
  uuid: string | null
  workspace_id: number
  resourcetype: string
  space_id: number | null
  title: string
  description: string
  primary_type: string
  revision: number
  /** Of all revisions and items. */
  bytes: number
  creator: number | null
  modifier: number | null
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

/** Projects of one type, or of all types if it is undefined. */
export async function projects(
  sql: Sql,
  actor: Actor,
  type: ProjectType | undefined,
  query: ProjectListQuery,
): Promise<{ count: number; results: ProjectSummary[] }> {
  const { search, primary_type, deleted } = query
  const pattern = search && anywhere(search)
  const from = sql.part`from projects p where p.workspace_id = ${actor.workspaceId}
    and ${seesSpace(sql, actor, sql.part`p.space_id`)}
    ${type ? sql.part`and p.resourcetype = ${type.resourcetype}` : sql.part``}
    and ${deleted ? sql.part`p.deleted_at is not null` : sql.part`p.deleted_at is null`}
    ${pattern ? sql.part`and (p.title || ' ' || p.description) ilike ${pattern}` : sql.part``}
    ${primary_type === undefined ? sql.part`` : sql.part`and p.primary_type = ${primary_type}`}`
  return readPage<ProjectSummary>(sql, query, {
    columns: sql.part`coalesce(to_jsonb(p.uuid), to_jsonb(p.id)) as id, p.resourcetype, p.title,
      p.description, p.primary_type, p.revision, p.creator, p.modifier, p.space_id, p.created_at,
      p.updated_at, p.deleted_at`,
    from,
    order: ordering(sql, query),
  })
}

function ordering(sql: Sql, { order_by, order }: ProjectListQuery): Part {
  const parts = {
    created_at: { asc: sql.part`p.created_at, p.id`, desc: sql.part`p.created_at desc, p.id desc` },
    updated_at: { asc: sql.part`p.updated_at, p.id`, desc: sql.part`p.updated_at desc, p.id desc` },
    title: { asc: sql.part`lower(p.title), p.id`, desc: sql.part`lower(p.title) desc, p.id desc` },
  }
  return parts[order_by][order ?? (order_by === 'title' ? 'asc' : 'desc')]
}

/** A malformed id, or an id of the other kind, matches nothing. */
function named(sql: Sql, id_kind: ProjectType['id_kind'], id: string): Part | undefined {
  if (id_kind === 'uuid') {
    return isUuid(id) ? sql.part`p.uuid = ${id}` : undefined
  }
  const isNumber = /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647
  return isNumber ? sql.part`p.id = ${Number(id)}` : undefined
}

export async function findProject(
  sql: Sql,
  actor: Actor,
  type: ProjectType,
  id: string,
  lock = false,
): Promise<ProjectRow | undefined> {
  const isIt = named(sql, type.id_kind, id)
  if (!isIt) return undefined
  const [row] = await sql<ProjectRow>`
    select p.* from projects p
    where p.workspace_id = ${actor.workspaceId} and p.resourcetype = ${type.resourcetype}
      and ${isIt} and ${seesSpace(sql, actor, sql.part`p.space_id`)}
    ${lock ? sql.part`for no key update` : sql.part``}`
  return row
}

/** A project of any type by its public id, unless it is deleted. */
export async function projectByKey(
  sql: Sql,
  actor: Actor,
  id: string,
  lock = false,
): Promise<ProjectRow | undefined> {
  const byUuid = named(sql, 'uuid', id)
  const isIt = byUuid ?? named(sql, 'integer', id)
  if (!isIt) return undefined
  const [row] = await sql<ProjectRow>`
    select p.* from projects p
    where p.workspace_id = ${actor.workspaceId} and p.deleted_at is null and ${isIt}
      ${byUuid ? sql.part`` : sql.part`and p.uuid is null`}
      and ${seesSpace(sql, actor, sql.part`p.space_id`)}
    ${lock ? sql.part`for no key update` : sql.part``}`
  return row
}

/** Whether comment `c` is on a project that the actor can see. Its id is a UUID or a number. */
export function commentedProject(sql: Sql, actor: Actor): Part {
  const is = sql.part`c.content_type = 'project'`
  return sql.part`exists (select from projects p
    where p.workspace_id = c.workspace_id and p.deleted_at is null
      and (p.uuid = case when ${is} and c.object_pk like '%-%' then c.object_pk::uuid end
        or (p.uuid is null
          and p.id = case when ${is} and c.object_pk not like '%-%' then c.object_pk::int end))
      and ${seesSpace(sql, actor, sql.part`p.space_id`)})`
}

/** The active members among these who can read the project. */
export async function projectReaders(
  sql: Sql,
  { workspace_id, space_id }: Pick<ProjectRow, 'workspace_id' | 'space_id'>,
  userIds: readonly number[],
): Promise<Set<number>> {
  const isInside = isInSpace(sql, sql.part`${space_id}::integer`, sql.part`u.id`)
  const rows = await sql<{ id: number }>`
    select u.id from memberships m join users u on u.id = m.user_id
    where m.workspace_id = ${workspace_id} and u.id = any(${[...new Set(userIds)]}::int[])
      and u.is_active and m.role <> 'guest'
      ${space_id === null ? sql.part`` : sql.part`and ${isInside}`}`
  return new Set(rows.map(({ id }) => id))
}

export type NewProject = Omit<ProjectRow, 'id' | 'deleted_at' | 'bytes'>

export async function insertProject(sql: Sql, row: NewProject): Promise<ProjectRow> {
  const [made] = await sql<ProjectRow>`insert into projects ${sql.columns(row)} returning *`
  return made as ProjectRow
}

export async function changeProject(
  sql: Sql,
  { id, workspace_id }: ProjectRow,
  changes: Partial<NewProject & Pick<ProjectRow, 'deleted_at' | 'bytes'>>,
): Promise<ProjectRow> {
  const [changed] = await sql<ProjectRow>`
    update projects set ${sql.columns(changes)}
    where workspace_id = ${workspace_id} and id = ${id} returning *`
  return changed as ProjectRow
}
