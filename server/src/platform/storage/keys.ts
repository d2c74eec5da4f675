import { StorageError } from './storage-error.ts'

const longestKey = 500

/**
 * Segments of lowercase letters and digits with single separators between them. So a key means the
 * same on every file system, needs no encoding in a URL, and cannot contain `.`, `..`, an absolute
 * path or a hidden file. No segment starts with a dot, so `.unfinished` stays ours.
 */
const shape = /^[a-z0-9]+(?:[._-][a-z0-9]+)*(?:\/[a-z0-9]+(?:[._-][a-z0-9]+)*)*$/

export function isKey(key: string): boolean {
  return key.length <= longestKey && shape.test(key)
}

export function checkKey(key: string): void {
  if (!isKey(key)) throw new StorageError('bad_key')
}

/** The key of content with this hash: 256 folders, because one with a million files is slow. */
export function contentKey(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new StorageError('bad_key')
  return `sha256/${sha256.slice(0, 2)}/${sha256.slice(2)}`
}
