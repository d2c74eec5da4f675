import type { TSchema } from 'typebox'
import type { OperationCaller } from '../../../http/call-operation.ts'
import type { Operation } from '../../../http/operation.ts'
import type { Permission } from '../../../http/permissions.ts'
import { invalid } from '../../../http/problem.ts'
import { isUuid } from '../../../lib/uuid.ts'
import { Task } from '../../tasks/schemas.ts'
import { Transcription } from '../../transcriptions/schemas.ts'
import { VideoVariation } from '../../videos/schemas.ts'
import type { Caller } from '../surface.ts'

/** Work that continues after its submission, whichever feature runs it. */
export interface JobRef {
  kind: JobKind
  /** One id, or two for a record that belongs to another. */
  ids: string[]
  /** The task that tracks the submission of a video; cancelling it cancels the video. */
  taskId?: string
}

export type JobKind = 'task' | 'transcription' | 'video' | 'run'

export interface JobState {
  record: Record<string, unknown>
  isOver: boolean
  isFailed: boolean
  isCancelled: boolean
  percent: number
  stage: string
  createdAt: string
  updatedAt: string
}

interface Kind {
  /** A credential that can submit cannot always read. */
  permission: Permission
  idNames: readonly string[]
  read: string
  cancel: string | undefined
  state(record: Record<string, unknown>): Omit<JobState, 'record'>
}

const kinds: Record<JobKind, Kind> = {
  task: {
    permission: 'tasks:read',
    idNames: ['task_id'],
    read: 'getTask',
    cancel: 'cancelTask',
    state: (record) => {
      const { status, state, progress, created_at, started_at, finished_at } = record as Task
      return {
        isOver: status === 'SUCCESS' || status === 'FAILURE',
        isFailed: status === 'FAILURE',
        isCancelled: state === 'REVOKED',
        percent: progress.percent,
        stage: progress.stage ?? status.toLowerCase(),
        createdAt: String(created_at),
        updatedAt: String(finished_at ?? started_at ?? created_at),
      }
    },
  },
  transcription: {
    permission: 'transcriptions:read',
    idNames: ['id'],
    read: 'getTranscription',
    cancel: 'cancelTranscription',
    state: jobStatusState,
  },
  video: {
    permission: 'videos:read',
    idNames: ['id', 'variation_id'],
    read: 'getVideoVariation',
    cancel: undefined,
    state: jobStatusState,
  },
  run: {
    permission: 'workflows:read',
    idNames: ['id', 'run_id'],
    read: 'getWorkflowRunStatus',
    cancel: 'terminateWorkflowRun',
    state: (record) => {
      const { status, create_time, update_time } = record as Record<string, string>
      return {
        isOver: status !== 'RUNNING' && status !== 'PAUSED',
        isFailed: status !== 'COMPLETED',
        isCancelled: status === 'TERMINATED' || status === 'CANCELLED',
        percent: 0,
        stage: String(status).toLowerCase(),
        createdAt: new Date(Number(create_time)).toISOString(),
        updatedAt: new Date(Number(update_time)).toISOString(),
      }
    },
  },
}

function jobStatusState(record: Record<string, unknown>): Omit<JobState, 'record'> {
  const { job_status: status, percent, created_at, updated_at, modified } = record
  return {
    isOver: status === 'DONE' || status === 'FAILED',
    isFailed: status === 'FAILED',
    isCancelled: false,
    percent: Number(percent),
    stage: String(status).toLowerCase(),
    createdAt: String(created_at ?? modified),
    updatedAt: String(updated_at ?? modified),
  }
}

/** The work that an operation starts, from its reply; undefined if it starts none. */
export function findJob({ begins }: Operation, reply: Record<string, string>): JobRef | undefined {
  if (begins === 'task') return { kind: 'task', ids: [reply.task_id ?? ''] }
  if (begins === 'transcription') return { kind: 'transcription', ids: [reply.id ?? ''] }
  if (begins !== 'video') return undefined
  const ids = [reply.id ?? '', reply.art_variation_id ?? '']
  return { kind: 'video', ids, taskId: reply.task_id ?? '' }
}

/** The finished record of an operation that starts work. */
export function findRecordSchema({ begins }: Operation): TSchema | undefined {
  if (begins === 'task') return Task
  if (begins === 'transcription') return Transcription
  return begins === 'video' ? VideoVariation : undefined
}

export function jobText({ kind, ids }: JobRef): string {
  return `${kind}:${ids.join('/')}`
}

/** Reads `task:…`, as tools return it. A bare id is a task. */
export function readJobText(text: string): JobRef {
  const [, kind = 'task', rest = ''] = /^(?:([a-z]+):)?(.+)$/.exec(text.trim()) ?? []
  const ids = rest.split('/')
  const isKnown = Object.hasOwn(kinds, kind) && kinds[kind as JobKind].idNames.length === ids.length
  if (isKnown && ids.every((id) => isUuid(id) || kind === 'run')) {
    return { kind: kind as JobKind, ids }
  }
  throw invalid('job', 'is not a job; use the value that the tool returned, such as "task:<id>"')
}

export function canRead({ actor }: Pick<Caller, 'actor'>, { kind }: JobRef): boolean {
  return actor.permissions.has(kinds[kind].permission)
}

export async function readJob(
  caller: OperationCaller,
  { deps, actor }: Caller,
  { kind, ids }: JobRef,
): Promise<JobState> {
  const { read, idNames, state } = kinds[kind]
  const params = Object.fromEntries(idNames.map((name, at) => [name, ids[at]]))
  const record = JSON.parse((await caller.call(deps, actor, read, { params })).body)
  return { record, ...state(record) }
}

/** Stops the work as far as its kind and the credential allow. */
export async function cancelJob(
  caller: OperationCaller,
  { deps, actor }: Caller,
  { kind, ids, taskId }: JobRef,
): Promise<void> {
  if (taskId !== undefined) {
    return cancelJob(caller, { deps, actor }, { kind: 'task', ids: [taskId] })
  }
  const { cancel, idNames } = kinds[kind]
  const operation = cancel && caller.find(cancel)
  if (!operation || !actor.permissions.has(operation.permission as Permission)) return
  const params = Object.fromEntries(idNames.map((name, at) => [name, ids[at]]))
  await caller.call(deps, actor, operation.id, { params, ...(operation.body && { body: {} }) })
}
