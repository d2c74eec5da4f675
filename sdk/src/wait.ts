import { sleep } from './delays.ts'
import { type Failure, JobFailed, retryAfterMsOf } from './errors.ts'
import { operations } from './generated/operations.ts'
import type { Asset, Task, Transcription, Video } from './generated/types.ts'
import type { CallOptions } from './operation.ts'
import { isRefusal, readStream } from './streams.ts'
import type { Transport } from './transport.ts'

export interface WaitOptions<Record> {
  /** Is shown the record as it goes on. Steps may be left out. */
  onProgress?: (record: Record) => void
  /** Ends the waiting, not the work. */
  signal?: AbortSignal | undefined
  /** The longest pause between two looks, where the server does not say when to look again. */
  pollIntervalMs?: number
}

/** A task has ended with FAILURE or REVOKED. */
export class TaskFailed extends JobFailed<Task> {
  override readonly name = 'TaskFailed'
  readonly status: Task['status']

  constructor(task: Task) {
    const { errors = [] } = (task.info ?? {}) as { errors?: Failure[] }
    super(task, errors, task.status === 'REVOKED' ? 'The task was cancelled.' : 'The task failed.')
    this.status = task.status
  }
}

/** A file that a task has made, with whatever the tool tells about it. */
export interface MadeFile {
  /** Signed; ends after a day. */
  url: string
  content_type: string
  /** Of an asset that stays, unless the result was to be transient. */
  asset_id?: string
  [fact: string]: unknown
}

/** The files that a task has made; none for one that makes something else, or has not ended. */
export function filesOf({ result }: Task): MadeFile[] {
  const { result: files } = (result ?? {}) as { result?: unknown }
  return Array.isArray(files) ? files.filter((file) => typeof file?.url === 'string') : []
}

/** What the API's contract recommends. */
const usualIntervalMs = 15_000
const firstLookMs = 1000
/** A stream that does not begin by then is not waited for. */
const openingMs = 10_000

/** The task at its SUCCESS. */
export async function waitForTask(
  transport: Transport,
  id: string,
  options: WaitOptions<Task> = {},
): Promise<Task> {
  for await (const task of followTask(transport, id, options)) {
    if (task.status === 'SUCCESS') return task
    if (hasEnded(task)) throw new TaskFailed(task)
    options.onProgress?.(task)
  }
  throw new Error('unreachable: a task is followed to its end')
}

/**
 * The task as it goes on, to its end. It is followed by its stream and polled when that is not to be
 * had; while the stream is silent it is looked at too, because what is told can get lost on the way.
 */
export async function* followTask(
  transport: Transport,
  id: string,
  options: WaitOptions<Task> = {},
): AsyncGenerator<Task, void, undefined> {
  for await (const task of changesOf(transport, id, options)) {
    yield task
    if (hasEnded(task)) return
  }
}

async function* changesOf(transport: Transport, id: string, options: WaitOptions<Task>) {
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
  return status === 'SUCCESS' || status === 'FAILURE' || status === 'REVOKED'
}

/** Undefined when it has not come in time; it may be waited for again. */
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

/** The record once it is DONE. The task of its submission says nothing about that. */
export async function waitForRecord<Record extends Transcription | Video>(
  transport: Transport,
  reading: Reading,
  options: WaitOptions<Record> = {},
): Promise<Record> {
  for await (const record of poll<Record>(transport, reading, options)) {
    if (record.job_status === 'DONE') return record
    if (record.job_status === 'FAILED')
      throw new JobFailed(record, errorsOf(record), 'The job failed.')
    options.onProgress?.(record)
  }
  throw new Error('unreachable: polling ends only with the record')
}

function errorsOf(record: Transcription | Video): Failure[] {
  return 'errors' in record ? record.errors : record.payload.errors
}

/** The asset once its links may be relied on. One without a thumbnail is as good as it gets. */
export async function waitForAsset(
  transport: Transport,
  id: string,
  options: WaitOptions<Asset> = {},
): Promise<Asset> {
  const reading = { operation: operations.assets.get, params: [id] }
  for await (const asset of poll<Asset>(transport, reading, options)) {
    if (asset.status === 4 || asset.status === 3) return asset
    if (asset.status === 2)
      throw new JobFailed(asset, [], asset.error ?? 'The file cannot be used.')
    options.onProgress?.(asset)
  }
  throw new Error('unreachable: polling ends only with the asset')
}

export interface Reading {
  operation: Parameters<Transport['call']>[0]['operation']
  params: string[]
}

/** The record again and again: soon at first, then at the interval, or when the server says. */
async function* poll<T>(
  transport: Transport,
  reading: Reading,
  { signal, pollIntervalMs = usualIntervalMs }: WaitOptions<T>,
): AsyncGenerator<T, void, undefined> {
  for (let pauseMs = firstLookMs; ; pauseMs *= 2) {
    let toldMs: number | undefined
    const onResponse: CallOptions['onResponse'] = (response) => {
      toldMs = retryAfterMsOf(response)
    }
    yield (await transport.call({ ...reading, signal, onResponse })) as T
    await sleep(toldMs ?? Math.min(pauseMs, pollIntervalMs), signal)
  }
}
