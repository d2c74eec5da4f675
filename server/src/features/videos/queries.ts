import { computeOffset } from '../../http/pagination.ts'
import type { Part, Sql } from '../../platform/postgres/sql.ts'
import { type SpaceReader, selectVisible } from '../access/who-sees.ts'
import type { VideoListQuery, VideoStatus, VideoVariation } from './schemas.ts'

export interface VideoRow {
  id: string
  variation_id: string
  workspace_id: number
  space_id: number | null
  job_status: VideoStatus
  model: string
  capability: string
  /** StoryboardParameters for a storyboard; otherwise anything that the model accepts. */
  parameters: object
  provider: string
  storage: 'asset' | 'transient'
  callback_hash: string
  callback_secret: string
  give_up_at: Date | null
  task_id: string
  run_task_id: string | null
  asset_id: string | null
  percent: number
  errors: VideoVariation['payload']['errors']
  warnings: string[]
  created_by: number | null
  created_at: Date
  modified: Date
}

type NewVideo = Pick<
  VideoRow,
  | 'id'
  | 'variation_id'
  | 'workspace_id'
  | 'space_id'
  | 'job_status'
  | 'model'
  | 'capability'
  | 'task_id'
  | 'provider'
  | 'storage'
  | 'callback_hash'
  | 'callback_secret'
> & { parameters: unknown; created_by: number; created_at: Date; modified: Date }

export async function insertVideo(sql: Sql, row: NewVideo): Promise<void> {
  await sql`insert into videos ${sql.columns(row)}`
}

export async function videoById(
  sql: Sql,
  workspaceId: number,
  id: string,
): Promise<VideoRow | undefined> {
  const [row] = await sql<VideoRow>`
    select * from videos where workspace_id = ${workspaceId} and id = ${id}`
  return row
}

export async function seenVideo(
  sql: Sql,
  actor: SpaceReader,
  id: string,
): Promise<VideoRow | undefined> {
  const [row] = await sql<VideoRow>`
    select * from videos where ${selectVisible(sql, actor)} and id = ${id}`
  return row
}

export async function videos(
  sql: Sql,
  actor: SpaceReader,
  { job_status, ...page }: VideoListQuery,
) {
  const wanted = sql.part`${selectVisible(sql, actor)}
    ${job_status ? sql.part`and job_status = ${job_status}` : sql.part``}`
  const [total] = await sql<{ count: number }>`select count(*) from videos where ${wanted}`
  const results = await sql<VideoRow>`
    select * from videos where ${wanted}
    order by created_at desc, id limit ${page.page_size} offset ${computeOffset(page)}`
  return { count: total?.count ?? 0, results }
}

type Changes = Partial<
  Pick<VideoRow, 'job_status' | 'run_task_id' | 'asset_id' | 'percent' | 'give_up_at'> & {
    errors: unknown
    warnings: unknown
  }
>

/** A finished video stays unchanged; then this returns undefined. */
export async function changeVideo(
  sql: Sql,
  workspaceId: number,
  id: string,
  changes: Changes,
  at: Date,
): Promise<VideoRow | undefined> {
  const [changed] = await sql<VideoRow>`
    update videos set ${sql.columns({ ...changes, modified: at })}
    where workspace_id = ${workspaceId} and id = ${id} and job_status not in ('DONE', 'FAILED')
    returning *`
  return changed
}

export async function lockVideo(sql: Sql, row: VideoRow): Promise<VideoRow | undefined> {
  const [locked] = await sql<VideoRow>`
    select * from videos where workspace_id = ${row.workspace_id} and id = ${row.id} for update`
  return locked
}

/** By the secret part of the callback URL, which is all that an engine sends. */
export async function videoOfCallback(
  system: Sql,
  callbackHash: string,
): Promise<VideoRow | undefined> {
  const [row] = await system<VideoRow>`
    select * from videos where callback_hash = ${callbackHash}`
  return row
}

/** Videos whose engine has not reported in time. */
export function silentVideos(system: Sql, now: Date): Promise<VideoRow[]> {
  return system<VideoRow>`
    select * from videos where job_status not in ('DONE', 'FAILED') and give_up_at < ${now} limit 100`
}

/** When `silentVideos` finds the next one. */
export function selectNextSilence(sql: Sql, after: Part): Part {
  return sql.part`
    select min(give_up_at) from videos
    where job_status not in ('DONE', 'FAILED') and give_up_at > ${after}`
}
