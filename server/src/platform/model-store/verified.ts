import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import type { ModelFile } from './manifest.ts'

export type FileState = 'ok' | 'missing' | 'corrupt'

/**
 * Whether the file at `path` is the pinned one. Hashing 88 MB takes a few tenths of a second, so a
 * note next to the file records the size and times that were verified; any write changes them.
 * Silent disk corruption is found only by `hashFile` (that is, `models verify`).
 */
export async function checkFile(path: string, file: ModelFile): Promise<FileState> {
  const stamp = await readStamp(path)
  if (!stamp) return 'missing'
  if (stamp.size !== file.bytes) return 'corrupt'
  const seal = JSON.stringify({ ...stamp, sha256: file.sha256 })
  if ((await readFile(sealPath(path), 'utf8').catch(() => '')) === seal) return 'ok'
  return hashFile(path, file)
}

/** The same check, but always reads the whole file. */
export async function hashFile(path: string, file: ModelFile): Promise<FileState> {
  const stamp = await readStamp(path)
  if (!stamp) return 'missing'
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk)
  if (hash.digest('hex') !== file.sha256) return 'corrupt'
  const seal = JSON.stringify({ ...stamp, sha256: file.sha256 })
  // A read-only folder (weights baked into an image) is hashed every time: correct but slower.
  await writeFile(sealPath(path), seal).catch(() => {})
  return 'ok'
}

export function sealPath(path: string): string {
  return `${path}.verified.json`
}

async function readStamp(path: string) {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return undefined
  return { size: found.size, mtimeMs: found.mtimeMs, ctimeMs: found.ctimeMs }
}
