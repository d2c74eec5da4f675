import { createHash } from 'node:crypto'
import type { Source, Stored } from './storage.ts'
import { StorageError } from './storage-error.ts'

export interface MeasuredSource {
  chunks: AsyncIterable<Uint8Array>
  /** Covers all chunks read so far. */
  result(): Stored
}

/** Counts and hashes the bytes that pass, and fails if there are more than allowed. */
export function measured(source: Source, maxBytes: number): MeasuredSource {
  const hash = createHash('sha256')
  let bytes = 0
  async function* pass(): AsyncGenerator<Uint8Array> {
    for await (const chunk of readPieces(source)) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new StorageError('too_large')
      hash.update(chunk)
      yield chunk
    }
  }
  return { chunks: pass(), result: () => ({ sha256: hash.digest('hex'), bytes }) }
}

async function* readPieces(source: Source): AsyncGenerator<Uint8Array> {
  if (source instanceof Uint8Array) {
    yield source
    return
  }
  for await (const chunk of source) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
}

/** A write that fails before reading anything must still release the stream. */
export function abandon(source: Source): void {
  if (!(source instanceof Uint8Array)) source.destroy()
}

/** Splits the bytes into parts of equal size, the last one smaller. Holds one part at a time. */
export async function* inParts(
  chunks: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    let rest = chunk
    while (size + rest.length >= partBytes) {
      const taken = rest.subarray(0, partBytes - size)
      yield Buffer.concat([...waiting, taken])
      rest = rest.subarray(taken.length)
      waiting = []
      size = 0
    }
    waiting.push(rest)
    size += rest.length
  }
  if (size > 0) yield Buffer.concat(waiting)
}
