import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../http/permissions.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import { assetsByIds } from '../../assets/read-assets.ts'
import { peopleByIds } from '../member-queries.ts'
import { gone } from '../present-board.ts'
import { boardBriefs } from '../queries.ts'
import { statusesByIds } from '../statuses/queries.ts'
import { tagsByIds } from '../tags/queries.ts'
import { briefsByIds, type TaskRow } from './queries.ts'
import { BoardTask } from './schemas.ts'

export const taskExpansions = [
  'status_details',
  'assignees',
  'tags',
  'board',
  'attachments',
  'subtasks',
] as const

export type TaskExpansion = (typeof taskExpansions)[number]

/** LAUNCH-12 */
export function writeSlug({ board_slug, number }: Pick<TaskRow, 'board_slug' | 'number'>): string {
  return `${board_slug.toUpperCase()}-${number}`
}

/** A task as the API returns it, with ids for related records. */
export function presentTask(row: TaskRow): BoardTask {
  const values: Record<string, unknown> = { ...row, slug: writeSlug(row) }
  const names = Object.keys(BoardTask.properties).filter((name) => name in values)
  return Object.fromEntries(names.map((name) => [name, values[name]])) as BoardTask
}

type Needs = Pick<Deps, 'db' | 'config' | 'clock' | 'fileSecrets'>

/** Tasks with expanded records, read with one query per kind. */
export async function presentTasks(
  deps: Needs,
  sql: Sql,
  actor: Actor,
  rows: TaskRow[],
  expand: ReadonlySet<TaskExpansion>,
): Promise<BoardTask[]> {
  const found = await readExpanded(deps, sql, actor, rows, expand)
  return rows.map((row) => {
    const task = presentTask(row)
    const status = found.statuses.get(row.status)
    if (status) task.status_details = status
    if (expand.has('assignees')) {
      task.assignees = row.assignees.map((id) => found.people.get(id) ?? gone(id))
    }
    if (expand.has('tags')) task.tags = pickRecords(row.tags, found.tags)
    if (expand.has('board')) task.board = found.boards.get(row.board) ?? row.board
    // Files deleted in the meantime are omitted.
    if (expand.has('attachments')) task.attachments = pickRecords(row.attachments, found.assets)
    if (expand.has('subtasks')) task.subtasks = pickRecords(row.subtasks, found.subtasks)
    return task
  })
}

/** The records that the tasks refer to, by id, limited to the expanded ones. */
async function readExpanded(
  deps: Needs,
  sql: Sql,
  actor: Actor,
  rows: TaskRow[],
  expand: ReadonlySet<TaskExpansion>,
) {
  const { workspaceId } = actor
  const collectIds = <T>(name: TaskExpansion, pick: (row: TaskRow) => T | T[]): T[] =>
    expand.has(name) ? [...new Set(rows.flatMap(pick))] : []
  const statusIds = collectIds('status_details', (row) => row.status)
  const userIds = collectIds('assignees', (row) => row.assignees)
  const tagIds = collectIds('tags', (row) => row.tags)
  const boardIds = collectIds('board', (row) => row.board)
  const assetIds = collectIds('attachments', (row) => row.attachments)
  const subtaskIds = collectIds('subtasks', (row) => row.subtasks)
  const [statuses, people, tags, boards, assets, subtasks] = await Promise.all([
    statusesByIds(sql, workspaceId, statusIds).then(byId),
    peopleByIds(sql, workspaceId, userIds).then(byId),
    tagsByIds(sql, workspaceId, tagIds).then(byId),
    boardBriefs(sql, workspaceId, boardIds).then(byId),
    assetsByIds(deps, actor, assetIds).then(byId),
    briefsByIds(sql, workspaceId, subtaskIds).then(byId),
  ])
  return { statuses, people, tags, boards, assets, subtasks }
}

function byId<Id, T extends { id: Id }>(records: readonly T[]): Map<Id, T> {
  return new Map(records.map((record) => [record.id, record]))
}

/** In the order of the ids; missing records are omitted. */
function pickRecords<Id, T>(ids: readonly Id[], records: Map<Id, T>): T[] {
  return ids.map((id) => records.get(id)).filter((one) => one !== undefined)
}
