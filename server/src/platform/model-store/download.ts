import { open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { backoff } from '../work/backoff.ts'
import type { Registry, RemoteFile } from './npm-registry.ts'

export interface Progress {
  receivedBytes: number
  /** Undefined if the server does not report it. */
  totalBytes: number | undefined
}

export interface PullOptions {
  onProgress?: ((progress: Progress) => void) | undefined
  signal?: AbortSignal | undefined
}

export interface DownloadSettings {
  /** A connection that is silent this long is dropped and resumed. */
  idleSeconds: number
  /** Maximum consecutive attempts that receive no bytes. */
  attempts: number
  firstRetryMs: number
}

const maxRetryMs = 60_000

export const patient: DownloadSettings = { idleSeconds: 30, attempts: 5, firstRetryMs: 500 }

/**
 * Downloads `url` into `partial` and resumes an earlier attempt, even one of a killed process. It
 * does not check the content: the caller verifies the hash.
 */
export async function download(
  registry: Pick<Registry, 'get'>,
  url: string,
  partial: string,
  options: PullOptions = {},
  settings: DownloadSettings = patient,
): Promise<void> {
  let failures = 0
  for (;;) {
    const before = await readSize(partial)
    try {
      await transfer(registry, url, partial, options, settings)
      return
    } catch (error) {
      options.signal?.throwIfAborted()
      failures = (await readSize(partial)) > before ? 1 : failures + 1
      if (!retryable(error) || failures >= settings.attempts) throw error
      await sleep(backoff(failures, { first: settings.firstRetryMs, max: maxRetryMs }), undefined, {
        signal: options.signal,
      })
    }
  }
}

export async function removePartial(partial: string): Promise<void> {
  await rm(partial, { force: true })
  await rm(notePath(partial), { force: true })
}

async function transfer(
  registry: Pick<Registry, 'get'>,
  url: string,
  partial: string,
  { onProgress, signal }: PullOptions,
  settings: DownloadSettings,
): Promise<void> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), settings.idleSeconds * 1000)
  const either = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal
  try {
    const answer = await ask(registry, url, partial, either)
    if (!answer) return
    const { file, start, totalBytes } = answer
    let position = start
    onProgress?.({ receivedBytes: position, totalBytes })
    // Writes at positions instead of appending: two processes writing at once write the same bytes.
    await using handle = await open(partial, start === 0 ? 'w' : 'r+')
    for await (const chunk of file.body) {
      either.throwIfAborted()
      timer.refresh()
      await handle.write(chunk, 0, chunk.length, position)
      position += chunk.length
      onProgress?.({ receivedBytes: position, totalBytes })
    }
    if (totalBytes !== undefined && position < totalBytes) {
      throw new Error(`The connection closed after ${position} of ${totalBytes} bytes`)
    }
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}

/** Requests the missing bytes; undefined if none are missing. */
async function ask(
  registry: Pick<Registry, 'get'>,
  url: string,
  partial: string,
  signal: AbortSignal,
): Promise<{ file: RemoteFile; start: number; totalBytes: number | undefined } | undefined> {
  const note = await readNote(partial)
  const have = note.url === url ? await readSize(partial) : 0
  if (have > 0 && have === note.totalBytes) return undefined
  const headers: Record<string, string> = {}
  if (have > 0) headers.range = `bytes=${have}-`
  if (have > 0 && note.etag) headers['if-range'] = note.etag
  const file = await registry.get(url, headers, signal).catch(async (error) => {
    // The file is shorter than the partial one, so the partial file is useless.
    if (readStatus(error) === 416) await removePartial(partial)
    throw error
  })
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(file.header('content-range') ?? '')
  const resumed = file.status === 206 && Number(range?.[1]) === have
  if (file.status === 206 && !resumed) {
    await removePartial(partial)
    throw new Error('The server returned a different range than requested')
  }
  const total = Number(resumed ? range?.[2] : (file.header('content-length') ?? Number.NaN))
  const totalBytes = Number.isSafeInteger(total) ? total : undefined
  const etag = file.header('etag')
  await writeFile(notePath(partial), JSON.stringify({ url, totalBytes, etag: strong(etag) }))
  return { file, start: resumed ? have : 0, totalBytes }
}

interface Note {
  url?: string
  totalBytes?: number
  etag?: string
}

/** A note next to the partial file says which download it belongs to. */
function notePath(partial: string): string {
  return `${partial}.json`
}

async function readNote(partial: string): Promise<Note> {
  try {
    return JSON.parse(await readFile(notePath(partial), 'utf8'))
  } catch {
    return {}
  }
}

/** Only a strong tag is allowed in If-Range. */
function strong(etag: string | undefined): string | undefined {
  return etag?.startsWith('"') ? etag : undefined
}

async function readSize(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.size,
    () => 0,
  )
}

function readStatus(error: unknown): number | undefined {
  return (error as { statusCode?: number }).statusCode
}

/** A full disk or a rejection is permanent, so a retry does not help. */
function retryable(error: unknown): boolean {
  const status = readStatus(error)
  if (status !== undefined) return status >= 500 || [408, 416, 420, 429].includes(status)
  return !['ENOSPC', 'EACCES', 'EROFS', 'EDQUOT'].includes((error as { code?: string }).code ?? '')
}
