import type { Readable } from 'node:stream'

/** Files by key, on disk or in S3. No method holds a whole file in memory. */
export interface Storage {
  /** Stores under the caller's key and replaces any existing file, atomically. */
  put(key: string, source: Source, limits: PutLimits): Promise<Stored>
  /** Stores under the hash of the content: storing the same content twice keeps one file. */
  putContent(source: Source, limits: PutLimits): Promise<StoredContent>
  /** The caller must read the stream to the end or destroy it. */
  open(key: string, range?: OpenRange): Promise<OpenedFile>
  stat(key: string): Promise<FileFacts | undefined>
  /** The keys of all files, in batches and in no particular order. */
  list(): AsyncIterable<string[]>
  /** Succeeds if the key does not exist. */
  delete(key: string): Promise<void>
  /** Removes leftovers of writes interrupted before this time; returns how many. */
  sweep(startedBefore: Date): Promise<number>
}

/**
 * A source of content. As usual with streams, a stream is destroyed if the write fails. To still
 * respond on the same socket, put a `PassThrough` in between.
 */
export type Source = Readable | Uint8Array

export interface PutLimits {
  maxBytes: number
}

export interface Stored {
  sha256: string
  bytes: number
}

export interface StoredContent extends Stored {
  key: string
}

/** Both ends are included, as in HTTP; an end beyond the file is moved to the file's end. */
export interface OpenRange {
  start: number
  end?: number
}

export interface FileFacts {
  bytes: number
  lastModified: Date
}

export interface OpenedFile {
  stream: Readable
  /** How many bytes the stream provides. */
  bytes: number
  /** The size of the whole file. */
  totalBytes: number
  lastModified: Date
}
