import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** An empty folder for all tests in a file. It is deleted after them. */
export function useFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-folder-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
