import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server'
import type { ResultForm } from '../tool-result.ts'
import { valueResult } from '../tool-result.ts'
import { type JobRef, type JobState, jobText } from './job-kinds.ts'

interface ResultEntry {
  asset_id?: string
  id?: string
  file_url?: string
  name?: string
  content_type?: string
}

/** The outcome of work: its files as links, and what a model needs to know about them. */
export function jobResult(
  job: JobRef,
  state: JobState,
  form: ResultForm,
  extra: object = {},
): CallToolResult {
  const { record, isOver, isFailed } = state
  const isError = isOver && isFailed
  if (form !== 'text') return valueResult(record, form, { isError: isError || !isOver })
  const links = listFiles(record).map(buildLink)
  if (!isOver) {
    const note = 'Still running. Call wait_for_job with this job to wait for it.'
    const { percent, stage } = state
    return valueResult({ job: jobText(job), status: stage, percent, note, ...extra })
  }
  const moreBy = `Read it all with get_record, or the resource ${buildUri(job)}.`
  return valueResult({ job: jobText(job), ...describeOutcome(job, record), ...extra }, form, {
    isError,
    links,
    moreBy,
  })
}

function buildUri({ kind, ids }: JobRef): string {
  return kind === 'transcription' ? `atelier://transcription/${ids[0]}` : `atelier://task/${ids[0]}`
}

/** The record without what only programs need. */
function describeOutcome({ kind }: JobRef, record: Record<string, unknown>): object {
  if (kind === 'task') {
    const { status, error, info } = record as { status: string; error?: string; info?: object }
    if (error !== undefined) return { status, error }
    const { image_url, timings, storage, engine, ...rest } = (info ?? {}) as Record<string, unknown>
    return { status, ...rest }
  }
  if (kind === 'run') {
    const { status, reason, output } = record
    return { status, reason, output }
  }
  const { job_status, language_code, duration_ms, text, output, errors, warnings } = record
  return { status: job_status, language_code, duration_ms, text, output, errors, warnings }
}

function listFiles({ info, output }: Record<string, unknown>): ResultEntry[] {
  const { result } = (info ?? {}) as { result?: ResultEntry[] | ResultEntry }
  const made = [result ?? [], (output as ResultEntry | null) ?? []].flat()
  return made.filter((one) => one.asset_id !== undefined || one.file_url !== undefined)
}

function buildLink({ asset_id, id, name, content_type }: ResultEntry): ContentBlock {
  const file = asset_id ?? id ?? ''
  return fileLink({ id: file, name: name ?? 'result', content_type: content_type ?? null })
}

/** Clients show it, and models can read the image through it. */
export function fileLink(file: {
  id: string
  name: string
  content_type: string | null
}): ContentBlock {
  const { id, name, content_type } = file
  return {
    type: 'resource_link',
    uri: `atelier://asset/${id}`,
    name,
    ...(content_type && { mimeType: content_type }),
  }
}
