import type { Readable } from 'node:stream'

/** Files by key, on disk or in S3. Nothing here holds a whole file in memory. */
export interface Storage {
  /** Stores under a key that the caller chose, and replaces what was there, at once or not at all. */
  put(key: string, source: Source, limits: PutLimits): Promise<Stored>
  /** Stores under the hash of the content: the same content twice is one file. */
  putContent(source: Source, limits: PutLimits): Promise<StoredContent>
  /** Whoever opens a file reads it to its end or destroys the stream. */
  open(key: string, range?: OpenRange): Promise<OpenedFile>
  stat(key: string): Promise<FileFacts | undefined>
  /** A key that is not there is fine. */
  delete(key: string): Promise<void>
  /** Removes what writes that were cut off before this moment have left; tells how much it was. */
  sweep(startedBefore: Date): Promise<number>
}

/**
 * Where content comes from. As everywhere with streams, a stream is destroyed when the write fails;
 * who must still answer on the same socket puts a `PassThrough` in between.
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

/** Both ends are included, as in HTTP; an end behind the file's is moved to it. */
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
  /** How much the stream will give. */
  bytes: number
  /** How large the file is. */
  totalBytes: number
  lastModified: Date
}
