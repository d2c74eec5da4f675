import { inParts } from '../storage/measured-source.ts'
import { BackupError, DamagedObject } from './backup-error.ts'
import type { OnProgress, StoredFile } from './manifest.ts'
import { putChunk, type Repository, readChunk } from './repository.ts'

/**
 * PostgreSQL changes its files in place, so parts of a fixed size stay the same where nothing has
 * changed. They also bound the memory.
 */
const chunkBytes = 4 * 1024 ** 2

export interface WriterOptions {
  onProgress?: OnProgress
  signal?: AbortSignal
}

/** Collects the files of a backup and counts what they add to the repository. */
export class ContentWriter {
  readonly #repository: Repository
  readonly #onProgress: OnProgress
  readonly #signal: AbortSignal | undefined
  readonly files: StoredFile[] = []
  addedBytes = 0
  #phase = ''
  #doneBytes = 0
  #totalBytes: number | undefined

  /** An aborted signal ends the next write. */
  constructor(repository: Repository, { onProgress, signal }: WriterOptions = {}) {
    this.#repository = repository
    this.#onProgress = onProgress ?? (() => {})
    this.#signal = signal
  }

  get bytes(): number {
    return this.files.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  startPhase(phase: string, totalBytes?: number): void {
    this.#phase = phase
    this.#doneBytes = 0
    this.#totalBytes = totalBytes
    this.#report(0)
  }

  async add(path: string, source: AsyncIterable<Uint8Array>): Promise<StoredFile> {
    const file = await this.#store(path, source)
    this.files.push(file)
    return file
  }

  /** Adds a file that the repository already has. */
  reuse(file: StoredFile): void {
    this.files.push(file)
    this.#report(file.bytes)
  }

  /** Stores the list of all files, which is content like any other. */
  async finish(): Promise<StoredFile> {
    const lines = this.files.map((file) => `${JSON.stringify(file)}\n`)
    return this.#store('content', linesOf(lines))
  }

  async #store(path: string, source: AsyncIterable<Uint8Array>): Promise<StoredFile> {
    const file: StoredFile = { path, bytes: 0, chunks: [] }
    for await (const part of inParts(source, chunkBytes)) {
      this.#signal?.throwIfAborted()
      const { sha256, addedBytes } = await putChunk(this.#repository, part)
      file.bytes += part.length
      file.chunks.push(sha256)
      this.addedBytes += addedBytes
      this.#report(part.length)
    }
    return file
  }

  #report(bytes: number): void {
    this.#doneBytes += bytes
    const total = this.#totalBytes === undefined ? {} : { totalBytes: this.#totalBytes }
    this.#onProgress({ phase: this.#phase, doneBytes: this.#doneBytes, ...total })
  }
}

async function* linesOf(lines: string[]): AsyncGenerator<Buffer> {
  for (const line of lines) yield Buffer.from(line)
}

/** The content of a file, chunk by chunk, each verified by its hash. */
export async function* readContent(
  repository: Repository,
  file: StoredFile,
): AsyncGenerator<Buffer> {
  for (const chunk of file.chunks) {
    try {
      yield await readChunk(repository, chunk)
    } catch (error) {
      throw error instanceof DamagedObject ? damaged(file, error) : error
    }
  }
}

export function damaged({ path }: StoredFile, { message }: Error): BackupError {
  return new BackupError(
    'backup_damaged',
    `The backup is damaged: "${path}" cannot be read because ${message}. Use another backup.`,
  )
}

/** Every file in the list that `ContentWriter.finish` stored. */
export async function* readContentList(
  repository: Repository,
  list: StoredFile,
): AsyncGenerator<StoredFile> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of readContent(repository, list)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
  }
}
