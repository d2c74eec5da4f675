import { computeOffset } from '../../http/pagination.ts'
import { anywhere } from '../../lib/like-pattern.ts'
import type { Part, Sql } from '../../platform/postgres/sql.ts'
import { type SpaceReader, selectVisible } from '../access/who-sees.ts'
import type {
  JobStatus,
  Phrase,
  Transcription,
  TranscriptionListQuery,
  TranscriptionSummary,
} from './schemas.ts'

export interface TranscriptionRow {
  id: string
  workspace_id: number
  space_id: number | null
  job_status: JobStatus
  provider: string
  language_code: string
  /** Whether the transcript is an English translation. */
  translate: boolean
  /** Null before it is done, and for external engines. */
  engine: Transcription['engine']
  task_id: string
  run_task_id: string | null
  source: string
  content_key: string | null
  file_name: string | null
  content_type: string | null
  duration_ms: number | null
  percent: number
  phrases: Phrase[] | null
  text: string | null
  errors: Transcription['errors']
  callback_hash: string
  callback_secret: string
  provider_job_id: string | null
  ask_at: Date | null
  give_up_at: Date | null
  created_by: number | null
  created_at: Date
  updated_at: Date
  finished_at: Date | null
}

export type NewTranscription = Pick<
  TranscriptionRow,
  | 'id'
  | 'workspace_id'
  | 'space_id'
  | 'job_status'
  | 'provider'
  | 'language_code'
  | 'translate'
  | 'task_id'
  | 'source'
  | 'callback_hash'
  | 'callback_secret'
  | 'created_by'
  | 'created_at'
  | 'updated_at'
>

export async function insertTranscription(sql: Sql, row: NewTranscription): Promise<void> {
  await sql`insert into transcriptions ${sql.columns(row)}`
}

export async function transcriptionById(
  sql: Sql,
  workspaceId: number,
  id: string,
): Promise<TranscriptionRow | undefined> {
  const [row] = await sql<TranscriptionRow>`
    select * from transcriptions where workspace_id = ${workspaceId} and id = ${id}`
  return row
}

export async function seenTranscription(
  sql: Sql,
  actor: SpaceReader,
  id: string,
): Promise<TranscriptionRow | undefined> {
  const [row] = await sql<TranscriptionRow>`
    select * from transcriptions where ${selectVisible(sql, actor)} and id = ${id}`
  return row
}

export async function lockTranscription(
  sql: Sql,
  workspaceId: number,
  id: string,
): Promise<TranscriptionRow | undefined> {
  const [row] = await sql<TranscriptionRow>`
    select * from transcriptions where workspace_id = ${workspaceId} and id = ${id} for update`
  return row
}

/** By the secret part of the callback URL, which is all that a provider sends. */
export async function transcriptionOfCallback(
  system: Sql,
  callbackHash: string,
): Promise<TranscriptionRow | undefined> {
  const [row] = await system<TranscriptionRow>`
    select * from transcriptions where callback_hash = ${callbackHash}`
  return row
}

type SummaryRow = Omit<TranscriptionSummary, 'source'> &
  Pick<TranscriptionRow, 'source' | 'file_name'>

export async function transcriptions(
  sql: Sql,
  actor: SpaceReader,
  { job_status, search, ...page }: TranscriptionListQuery,
) {
  const pattern = search && anywhere(search)
  const wanted = sql.part`${selectVisible(sql, actor)}
    ${job_status ? sql.part`and job_status = ${job_status}` : sql.part``}
    ${pattern ? sql.part`and id in (select transcriptions_matching(${pattern}))` : sql.part``}`
  const [total] = await sql<{ count: number }>`select count(*) from transcriptions where ${wanted}`
  const results = await sql<SummaryRow>`
    select id, task_id, job_status, percent, provider, language_code, source, file_name, duration_ms,
      errors, created_at, updated_at, left(text, 140) as excerpt
    from transcriptions where ${wanted}
    order by created_at desc, id limit ${page.page_size} offset ${computeOffset(page)}`
  return { count: total?.count ?? 0, results }
}

type Changes = Partial<
  Omit<TranscriptionRow, 'id' | 'workspace_id' | 'phrases' | 'errors' | 'engine'> & {
    phrases: unknown
    errors: unknown
    engine: unknown
  }
>

export async function changeTranscription(
  sql: Sql,
  { id, workspace_id }: Pick<TranscriptionRow, 'id' | 'workspace_id'>,
  changes: Changes,
  at: Date,
): Promise<void> {
  await sql`update transcriptions set ${sql.columns({ ...changes, updated_at: at })}
    where workspace_id = ${workspace_id} and id = ${id}`
}

export async function removeTranscription(sql: Sql, workspaceId: number, id: string) {
  await sql`delete from transcriptions where workspace_id = ${workspaceId} and id = ${id}`
}

interface PartRow {
  sequence: number
  phrases: Phrase[]
  done_ms: number
}

export function selectParts(
  sql: Sql,
  { id, workspace_id }: Pick<TranscriptionRow, 'id' | 'workspace_id'>,
): Promise<PartRow[]> {
  return sql<PartRow>`
    select sequence, phrases, done_ms from transcription_parts
    where workspace_id = ${workspace_id} and transcription_id = ${id} order by sequence`
}

export async function insertPart(
  sql: Sql,
  { id, workspace_id }: TranscriptionRow,
  { sequence, phrases, done_ms }: PartRow,
): Promise<void> {
  await sql`
    insert into transcription_parts (transcription_id, workspace_id, sequence, phrases, done_ms)
    values (${id}, ${workspace_id}, ${sequence}, ${sql.json(phrases)}, ${done_ms})
    on conflict (transcription_id, sequence) do nothing`
}

export async function removeParts(sql: Sql, { id, workspace_id }: TranscriptionRow): Promise<void> {
  await sql`delete from transcription_parts
    where workspace_id = ${workspace_id} and transcription_id = ${id}`
}

/** False if this callback was already received. */
export async function rememberCallback(
  sql: Sql,
  { id, workspace_id }: TranscriptionRow,
  eventId: string,
  at: Date,
): Promise<boolean> {
  const rows = await sql`
    insert into transcription_callbacks (transcription_id, workspace_id, event_id, received_at)
    values (${id}, ${workspace_id}, ${eventId}, ${at})
    on conflict (transcription_id, event_id) do nothing returning event_id`
  return rows.length > 0
}

/** A provider may call back before it responds: the record is then ahead, and stays so. */
export async function awaitCallback(
  sql: Sql,
  { id, workspace_id }: TranscriptionRow,
  providerJobId: string,
  { at, askAt, giveUpAt }: { at: Date; askAt: Date; giveUpAt: Date },
): Promise<void> {
  await sql`
    update transcriptions set provider_job_id = ${providerJobId}, updated_at = ${at},
      job_status = case when job_status = 'CREATED' then 'PENDING' else job_status end,
      ask_at = ${askAt}, give_up_at = ${giveUpAt}
    where workspace_id = ${workspace_id} and id = ${id} and finished_at is null`
}

/** When `silentTranscriptions` finds the next one. */
export function selectNextWatch(sql: Sql, after: Part): Part {
  return sql.part`
    select min(ask_at) from transcriptions where finished_at is null and ask_at > ${after}`
}

/** Transcriptions whose provider should have called back by now. */
export function silentTranscriptions(system: Sql, now: Date): Promise<TranscriptionRow[]> {
  return system<TranscriptionRow>`
    select * from transcriptions where finished_at is null and ask_at < ${now}
    order by ask_at limit 100`
}
