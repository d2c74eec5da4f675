import type { OpenRange } from './storage.ts'
import { StorageError } from './storage-error.ts'

/** The part of a file that a range selects; throws if the file does not have it. */
export function resolveRange(totalBytes: number, range: OpenRange | undefined) {
  if (!range) return { start: 0, bytes: totalBytes }
  checkRange(range)
  if (range.start >= totalBytes) throw new StorageError('bad_range')
  const end = Math.min(range.end ?? totalBytes - 1, totalBytes - 1)
  return { start: range.start, bytes: end - range.start + 1 }
}

export function checkRange({ start, end = start }: OpenRange): void {
  const isSound = Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0
  if (!isSound || end < start) throw new StorageError('bad_range')
}
