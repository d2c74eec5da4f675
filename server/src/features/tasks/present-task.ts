import type { Deps } from '../../deps.ts'
import { linkToFile } from '../../platform/storage/link-to-file.ts'
import type { TaskRow } from './queries.ts'
import type { Task } from './schemas.ts'

type Needs = Pick<Deps, 'config' | 'clock' | 'fileSecrets'>

/** A stored file in a result. The link to it is created when someone reads the result. */
export interface StoredResultFile {
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
    status: chooseStatus(row),
    state: row.status,
    info: presentInfo(deps, row),
    ...(row.status === 'SUCCESS' && { result: presentInfo(deps, row) ?? {} }),
    ...(chooseStatus(row) === 'FAILURE' && { error: readFailure(row).detail.message }),
    progress: { percent: row.percent, stage: row.stage },
    created_at: row.created_at,
    started_at: row.started_at,
    finished_at: row.finished_at,
    attempts: row.attempts,
    queue_position: queuePosition,
  }
}

export function presentInfo(deps: Needs, row: TaskRow): object | null {
  const { result, percent, stage } = row
  if (row.status === 'SUCCESS') return result && withLinks(deps, result)
  if (chooseStatus(row) === 'FAILURE')
    return { error: readFailure(row).errors[0], ...readFailure(row) }
  return { percent, stage }
}

/** Clients poll for SUCCESS or FAILURE, so a cancelled task is one that failed. */
export function chooseStatus({ status }: Pick<TaskRow, 'status'>): Task['status'] {
  return status === 'REVOKED' ? 'FAILURE' : status
}

function readFailure({ status, errors }: TaskRow): TaskFailure {
  if (status === 'REVOKED') return buildFailure('cancelled', 'The task was cancelled.')
  return errors as TaskFailure
}

export function buildFailure(code: string, message: string, field?: string): TaskFailure {
  return { errors: [{ code, message, field: field ?? null }], detail: { message, code } }
}

export function isTerminal({ status }: Pick<TaskRow, 'status'>): boolean {
  return status === 'SUCCESS' || status === 'FAILURE' || status === 'REVOKED'
}

export function isWaiting({ status }: Pick<TaskRow, 'status'>): boolean {
  return status === 'PENDING' || status === 'RETRY'
}

function withLinks(
  deps: Needs,
  { links_only, ...info }: { result?: StoredResultFile[]; links_only?: boolean },
): object {
  if (!Array.isArray(info.result)) return info
  const result = info.result.map(({ file, ...facts }) => {
    const { key, name, expires_at } = file
    const endsAt = expires_at === null ? null : new Date(expires_at)
    const url = linkToFile(deps, { key, contentType: facts.content_type, fileName: name, endsAt })
    return { ...facts, url }
  })
  const [first] = result
  const shown = links_only ? result.map(({ url }) => url) : result
  return { ...info, result: shown, ...(first && { url: first.url }) }
}
