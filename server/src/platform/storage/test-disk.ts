import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

export const limits = { maxBytes: 50_000_000 }

/** Every file below the folder, as relative paths. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

export const listUnfinished = (folder: string) => listFiles(join(folder, '.unfinished'))
