import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, mkdir, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { moveInto, receive } from '../storage/disk-files.ts'
import { openDiskStorage } from '../storage/disk-storage.ts'
import type { Storage, Stored } from '../storage/storage.ts'
import { BackupError, createDamage } from './backup-error.ts'

/**
 * A folder with backups. Each has a folder with the database, and its record is written last. All
 * share `files/`, which has the stored files under their keys. Nothing is changed, only added and
 * removed.
 */
export interface BackupFolder {
  path: string
  files: Storage
}

/** Shows that a folder is ours, so that nothing else is ever deleted from it. */
const markerFile = 'atelier-backups.json'
const marker = `${JSON.stringify({ format: 2 })}\n`

export async function openBackupFolder(folder: string): Promise<BackupFolder> {
  const path = resolve(folder)
  const text = await readFile(join(path, markerFile), 'utf8').catch(unlessMissing)
  if (text === marker) {
    return { path, files: await openDiskStorage({ folder: join(path, 'files') }) }
  }
  if (text !== undefined) {
    throw new BackupError(
      'backup_failed',
      `The backups in ${path} were made by another version of Atelier. Use that version, or choose an empty folder.`,
    )
  }
  throw new BackupError(
    'backup_not_found',
    `There are no backups in ${path}. Create one with: atelier backup create --dir ${path}`,
  )
}

/** Opens a folder with backups, and creates it in an empty or missing folder. */
export async function ensureBackupFolder(folder: string): Promise<BackupFolder> {
  const path = resolve(folder)
  await mkdir(path, { recursive: true, mode: 0o700 })
  const names = await readdir(path)
  if (names.length === 0) await writeFile(path, markerFile, Buffer.from(marker))
  else if (!names.includes(markerFile)) {
    throw new BackupError(
      'folder_not_empty',
      `${path} has other files and no backups of this version. Choose an empty folder for backups.`,
    )
  }
  return openBackupFolder(path)
}

/** A compressed file of a backup, with the size and the hash that it has on disk. */
export async function storePart(
  { path: root }: BackupFolder,
  path: string,
  source: AsyncIterable<Uint8Array>,
): Promise<Stored> {
  const fast = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } })
  return pipeline(source, fast, (packed) => writeFile(root, path, Readable.from(packed)))
}

/** Readers see the whole file or none, also after a power cut. */
export async function writeFile(
  root: string,
  path: string,
  source: Readable | Buffer,
): Promise<Stored> {
  const unfinished = join(root, 'files', '.unfinished')
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const where = { folder: unfinished, maxBytes: Number.POSITIVE_INFINITY, keepFreeBytes: 0 }
  const { path: draft, ...stored } = await receive(source, where)
  await moveInto(root, draft, join(root, path))
  return stored
}

/** Decompresses a part. Fails after the last byte if it is not what was stored. */
export async function readPart<T>(
  folder: BackupFolder,
  path: string,
  expected: Stored,
  read: (content: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  try {
    return await pipeline(readStoredFile(folder, path, expected), createZstdDecompress(), read)
  } catch (error) {
    const isDecompression = /^Z(STD)?_/.test((error as { code?: string }).code ?? '')
    throw isDecompression ? createDamage(path, 'has other content than it had', error) : error
  }
}

/** The bytes of a file. Fails after the last one if the hash is another. */
export async function* readStoredFile(
  folder: BackupFolder,
  path: string,
  { sha256, bytes: expectedBytes }: Pick<Stored, 'sha256'> & Partial<Stored>,
): AsyncGenerator<Buffer> {
  const { size } = await requireFile(folder, path)
  if (expectedBytes !== undefined && size !== expectedBytes) {
    throw createDamage(path, `has ${size} bytes instead of ${expectedBytes}`)
  }
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(join(folder.path, path))) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== sha256) throw createDamage(path, 'has other content than it had')
}

/** A link could lead to any file of this machine, and a pipe would never end. */
export async function findFile({ path: root }: BackupFolder, path: string) {
  const facts = await lstat(join(root, path)).catch(unlessMissing)
  if (!facts) return undefined
  const isInside = (await realpath(join(root, path))) === join(await realpath(root), path)
  if (!facts.isFile() || !isInside) throw createDamage(path, 'is a link or not a file')
  return facts
}

export async function requireFile(folder: BackupFolder, path: string) {
  const facts = await findFile(folder, path)
  if (!facts) throw createDamage(path, 'is missing')
  return facts
}

/** The folders with this name pattern. Those without a record are unfinished, and not backups. */
export async function listFolders({ path }: BackupFolder): Promise<string[]> {
  return (await readdir(path)).filter((name) => idPattern.test(name)).sort()
}

export const idPattern = /^\d{8}T\d{6}Z-[0-9a-f]{4}$/

/** The record goes first, so that an interrupted removal leaves no damaged backup. */
export async function removeBackup({ path }: BackupFolder, id: string): Promise<void> {
  await rm(join(path, id, 'backup.json'), { force: true })
  await rm(join(path, id), { recursive: true, force: true })
}

export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
  return undefined
}
