import { sleep } from './delays.ts'
import { type Failure, JobFailed, readRetryAfterMs } from './errors.ts'
import { AssetStatus } from './generated/constants.ts'
import { operations } from './generated/operations.ts'
import type { Asset, Task, Transcription, Video } from './generated/types.ts'
import type { CallOptions } from './operation.ts'
import { isRefusal, readStream } from './streams.ts'
import type { FinishedTask } from './task-result.ts'
import type { Transport } from './transport.ts'

export interface WaitOptions<Record> {
  /** Receives the record as it progresses. Steps may be skipped. */
  onProgress?: (record: Record) => void
  /** Stops the waiting, not the work. */
  signal?: AbortSignal | undefined
  /** The longest pause between two polls, unless the server says when to poll again. */
  pollIntervalMs?: number
}

/** A task ended with FAILURE. A cancelled one has the state REVOKED. */
export class TaskFailed extends JobFailed<Task> {
  override readonly name = 'TaskFailed'
  readonly status: Task['status']
  readonly state: Task['state']

  constructor(task: Task) {
    const { errors = [] } = (task.info ?? {}) as { errors?: Failure[] }
    super(task, errors, task.state === 'REVOKED' ? 'The task was cancelled.' : 'The task failed.')
    this.status = task.status
    this.state = task.state
  }
}

/** A file that a task created, plus any other facts that the tool reports about it. */
export interface MadeFile {
  /** Signed; expires after a day. */
  url: string
  content_type: string
  /** Id of the permanent asset, unless the result is transient. */
  asset_id?: string
  [fact: string]: unknown
}

/** The files that a task created; empty if it creates something else or hasn't ended. */
export function filesOf({ result }: { result?: unknown }): MadeFile[] {
  const { result: files } = (result ?? {}) as { result?: unknown }
  return Array.isArray(files) ? files.filter((file) => typeof file?.url === 'string') : []
}

/** The interval that the API contract recommends. */
const usualIntervalMs = 15_000
const firstLookMs = 1000
/** If a stream doesn't open within this time, we poll instead. */
const openingMs = 10_000

/** Resolves with the task at SUCCESS. */
export async function waitForTask<Result>(
  transport: Transport,
  id: string,
  options: WaitOptions<Task> = {},
): Promise<FinishedTask<Result>> {
  for await (const task of followTask(transport, id, options)) {
    if (task.status === 'SUCCESS') return task as FinishedTask<Result>
    if (hasEnded(task)) throw new TaskFailed(task)
    options.onProgress?.(task)
  }
  throw new Error('unreachable: a task is followed to its end')
}

/**
 * Yields the task until it ends. Follows its stream, or polls if the stream is unavailable. Also
 * polls while the stream is silent, because events can get lost on the way.
 */
export async function* followTask(
  transport: Transport,
  id: string,
  options: WaitOptions<Task> = {},
): AsyncGenerator<Task, void, undefined> {
  for await (const task of followChanges(transport, id, options)) {
    yield task
    if (hasEnded(task)) return
  }
}

async function* followChanges(transport: Transport, id: string, options: WaitOptions<Task>) {
  const { signal, pollIntervalMs = usualIntervalMs } = options
  const reading = { operation: operations.tasks.get, params: [id] }
  const leaving = new AbortController()
  const opening = {
    operation: operations.tasks.follow,
    params: [id],
    signal: signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal,
    timeoutMs: openingMs,
  }
  const stream = readStream<Task>(transport, opening, undefined)
  let arrival = stream.next()
  try {
    for (;;) {
      const told = await within(arrival, pollIntervalMs)
      if (told?.done) break
      if (told) arrival = stream.next()
      yield told?.value.data ?? ((await transport.call({ ...reading, signal })) as Task)
    }
  } catch (error) {
    if (isRefusal(error)) throw error
  } finally {
    arrival.catch(() => {})
    leaving.abort()
  }
  yield* poll<Task>(transport, reading, options)
}

function hasEnded({ status }: Task): boolean {
  return status === 'SUCCESS' || status === 'FAILURE'
}

/** Returns undefined on timeout; the caller may await `arrival` again. */
async function within<T>(arrival: Promise<T>, ms: number): Promise<T | undefined> {
  const enough = new AbortController()
  const late = sleep(ms, enough.signal).then(
    () => undefined,
    () => undefined,
  )
  try {
    return await Promise.race([arrival, late])
  } finally {
    enough.abort()
  }
}

/** Resolves once the record is DONE. The task of its submission doesn't tell when that is. */
export async function waitForRecord<Record extends Transcription | Video>(
  transport: Transport,
  reading: Reading,
  options: WaitOptions<Record> = {},
): Promise<Record> {
  for await (const record of poll<Record>(transport, reading, options)) {
    if (record.job_status === 'DONE') return record
    if (record.job_status === 'FAILED')
      throw new JobFailed(record, readErrors(record), 'The job failed.')
    options.onProgress?.(record)
  }
  throw new Error('unreachable: polling ends only with the record')
}

function readErrors(record: Transcription | Video): Failure[] {
  return 'errors' in record ? record.errors : record.payload.errors
}

/** Resolves once the asset's URLs are stable. An asset without a thumbnail won't get better. */
export async function waitForAsset(
  transport: Transport,
  id: string,
  options: WaitOptions<Asset> = {},
): Promise<Asset> {
  const reading = { operation: operations.assets.get, params: [id] }
  for await (const asset of poll<Asset>(transport, reading, options)) {
    if (asset.status === AssetStatus.done || asset.status === AssetStatus.thumbnailFailed)
      return asset
    if (asset.status === AssetStatus.processingFailed)
      throw new JobFailed(asset, [], asset.error ?? 'The file cannot be used.')
    options.onProgress?.(asset)
  }
  throw new Error('unreachable: polling ends only with the asset')
}

export interface Reading {
  operation: Parameters<Transport['call']>[0]['operation']
  params: string[]
}

/** Polls the record: soon at first, then at the interval, or when the server says. */
async function* poll<T>(
  transport: Transport,
  reading: Reading,
  { signal, pollIntervalMs = usualIntervalMs }: WaitOptions<T>,
): AsyncGenerator<T, void, undefined> {
  for (let pauseMs = firstLookMs; ; pauseMs *= 2) {
    let toldMs: number | undefined
    const onResponse: CallOptions['onResponse'] = (response) => {
      toldMs = readRetryAfterMs(response)
    }
    yield (await transport.call({ ...reading, signal, onResponse })) as T
    await sleep(toldMs ?? Math.min(pauseMs, pollIntervalMs), signal)
  }
}
