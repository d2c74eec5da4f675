import { type PageRequest, readPage } from '../../../http/pagination.ts'
import type { Part, Sql } from '../../../platform/postgres/sql.ts'
import type { BoardReader } from '../queries.ts'
import type { TaskFilter } from './filter.ts'
import { type TaskRow, tasksByIds } from './queries.ts'

const nothing = (sql: Sql) => sql.part``

/**
 * Tasks on visible boards that match a filter. Their tags, people and subtasks are read only for the
 * page: in one statement, PostgreSQL may read them for every matching task before it sorts.
 */
export async function tasks(
  sql: Sql,
  reader: BoardReader,
  visible: Part,
  filter: TaskFilter,
  page: PageRequest,
): Promise<{ count: number; results: TaskRow[] }> {
  const { workspaceId } = reader
  const from = sql.part`from pm_tasks t join pm_boards b on b.id = t.board_id
    where t.workspace_id = ${workspaceId} and t.deleted_at is null and ${visible}
      ${ofBoard(sql, workspaceId, filter)} ${ofPeople(sql, workspaceId, filter)} ${ofTags(sql, workspaceId, filter)}
      ${ofFields(sql, filter)} ${ofWords(sql, filter)}`
  const { count, results } = await readPage<{ id: string }>(sql, page, {
    columns: sql.part`t.id`,
    from,
    order: sorted(sql, filter),
  })
  const ids = results.map(({ id }) => id)
  return { count, results: ids.length > 0 ? await tasksByIds(sql, reader, ids) : [] }
}

/** Those of the titles, in lower case, that columns of the visible boards have. */
export async function columnTitles(
  sql: Sql,
  { workspaceId }: BoardReader,
  visible: Part,
  titles: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ title: string }>`
    select distinct lower(s.title) as title
    from pm_statuses s join pm_boards b on b.id = s.board_id
    where s.workspace_id = ${workspaceId} and ${visible} and lower(s.title) = any(${titles}::text[])`
  return rows.map(({ title }) => title)
}

function ofBoard(sql: Sql, workspaceId: number, { boardId, statuses, parentId }: TaskFilter): Part {
  const parent =
    parentId === undefined
      ? nothing(sql)
      : parentId === null
        ? sql.part`and t.parent_id is null`
        : sql.part`and t.parent_id = ${parentId}`
  return sql.part`
    ${boardId ? sql.part`and t.board_id = ${boardId}` : nothing(sql)}
    ${statuses ? inColumns(sql, workspaceId, statuses) : nothing(sql)} ${parent}`
}

function inColumns(
  sql: Sql,
  workspaceId: number,
  { ids, titles }: TaskFilter['statuses'] & object,
): Part {
  if (titles.length === 0) return sql.part`and t.status_id = any(${ids}::uuid[])`
  return sql.part`and t.status_id in (select s.id from pm_statuses s
    where s.workspace_id = ${workspaceId} and (s.id = any(${ids}::uuid[]) or lower(s.title) = any(${titles}::text[])))`
}

function ofPeople(sql: Sql, workspaceId: number, { assignees }: TaskFilter): Part {
  if (!assignees) return nothing(sql)
  const { ids, none } = assignees
  const nobody = none
    ? sql.part`or not exists (select from pm_task_assignees x where x.task_id = t.id)`
    : nothing(sql)
  return sql.part`and (t.id in (select x.task_id from pm_task_assignees x
    where x.workspace_id = ${workspaceId} and x.user_id = any(${ids}::int[])) ${nobody})`
}

function ofTags(sql: Sql, workspaceId: number, { tags }: TaskFilter): Part {
  if (!tags) return nothing(sql)
  return sql.part`and t.id in (select x.task_id from pm_task_tags x
      join pm_tags tag on tag.id = x.tag_id
    where x.workspace_id = ${workspaceId} and (x.tag_id = any(${tags.ids}::int[])
      or lower(tag.name) in (select lower(one) from unnest(${tags.names}::text[]) as one)))`
}

function ofFields(sql: Sql, filter: TaskFilter): Part {
  const { priorities, complete, dueBefore, dueAfter } = filter
  const none = priorities?.includes('none') ? sql.part`or t.priority is null` : nothing(sql)
  return sql.part`
    ${priorities ? sql.part`and (t.priority = any(${priorities}::text[]) ${none})` : nothing(sql)}
    ${complete === undefined ? nothing(sql) : sql.part`and t.complete = ${complete}`}
    ${dueBefore ? sql.part`and t.due_date < ${dueBefore}` : nothing(sql)}
    ${dueAfter ? sql.part`and t.due_date > ${dueAfter}` : nothing(sql)}`
}

/** The first word uses the trigram index (see the migration); the others must be in what it finds. */
function ofWords(sql: Sql, { patterns: [first, ...others] }: TaskFilter): Part {
  if (first === undefined) return nothing(sql)
  return others.reduce(
    (all, pattern) =>
      sql.part`${all} and (' ' || t.title || ' ' || t.description) ilike ${pattern}`,
    sql.part`and t.id in (select pm_tasks_matching(${first}))`,
  )
}

/** Empty values come last in both directions. */
function sorted(sql: Sql, { sort: { by, descending } }: TaskFilter): Part {
  const columns = {
    created_at: sql.part`t.created_at`,
    updated_at: sql.part`t.updated_at`,
    start_date: sql.part`t.start_date`,
    due_date: sql.part`t.due_date`,
    priority: sql.part`array_position(array['low', 'medium', 'high', 'urgent'], t.priority)`,
    title: sql.part`lower(t.title)`,
    order: sql.part`t.sort_key`,
    number: sql.part`t.number`,
  }
  return descending
    ? sql.part`${columns[by]} desc nulls last, t.id`
    : sql.part`${columns[by]} nulls last, t.id`
}
