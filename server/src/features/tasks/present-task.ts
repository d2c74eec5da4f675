import type { Deps } from '../../deps.ts'
import { linkToFile } from '../../platform/storage/link-to-file.ts'
import type { TaskRow } from './queries.ts'
import type { Task } from './schemas.ts'

type Needs = Pick<Deps, 'config' | 'clock' | 'fileSecrets'>

/** A stored file in a result. The link to it is created when someone reads the result. */
export interface KeptFile {
  file: { key: string; name: string; expires_at: string | null }
  content_type: string
}

export interface TaskFailure {
  errors: { code: string; message: string; field: string | null }[]
  detail: { message: string; code: string }
}

/** A task as the API shows it. */
export function presentTask(deps: Needs, row: TaskRow, queuePosition: number | null): Task {
  return {
    task_id: row.id,
    kind: row.kind,
    status: row.status,
    info: infoOf(deps, row),
    ...(row.status === 'SUCCESS' && { result: infoOf(deps, row) ?? {} }),
    ...(row.status === 'FAILURE' && { error: (row.errors as TaskFailure).detail.message }),
    progress: { percent: row.percent, stage: row.stage },
    created_at: row.created_at,
    started_at: row.started_at,
    finished_at: row.finished_at,
    attempts: row.attempts,
    queue_position: queuePosition,
  }
}

export function infoOf(deps: Needs, row: TaskRow): object | null {
  const { status, result, errors, percent, stage } = row
  if (status === 'SUCCESS') return result && withLinks(deps, result)
  if (status === 'FAILURE') return errors
  return { percent, stage }
}

export function failureOf(code: string, message: string, field?: string): TaskFailure {
  return { errors: [{ code, message, field: field ?? null }], detail: { message, code } }
}

export function isTerminal({ status }: Pick<TaskRow, 'status'>): boolean {
  return status === 'SUCCESS' || status === 'FAILURE' || status === 'REVOKED'
}

export function isWaiting({ status }: Pick<TaskRow, 'status'>): boolean {
  return status === 'PENDING' || status === 'RETRY'
}

function withLinks(deps: Needs, info: { result?: KeptFile[] }): object {
  if (!Array.isArray(info.result)) return info
  const result = info.result.map(({ file, ...facts }) => {
    const { key, name, expires_at } = file
    const endsAt = expires_at === null ? null : new Date(expires_at)
    const url = linkToFile(deps, { key, contentType: facts.content_type, fileName: name, endsAt })
    return { ...facts, url }
  })
  return { ...info, result }
}
