import { BackupError, DamagedObject } from './backup-error.ts'
import { readContentList } from './content.ts'
import type { Backup, OnProgress, PhysicalBackup, StoredFile } from './manifest.ts'
import { listBackups, listSegments, readBackup, readSegment } from './read-backups.ts'
import { type Repository, readChunk } from './repository.ts'
import { segmentsBetween } from './wal-segments.ts'

export interface VerifyResult {
  backups: string[]
  files: number
  bytes: number
  /** One sentence for each file that cannot be restored. */
  problems: string[]
}

/** Reads every byte of the backups, or of one, and compares it with its hash. */
export async function verifyBackups(
  repository: Repository,
  { id, onProgress = () => {} }: { id?: string; onProgress?: OnProgress } = {},
): Promise<VerifyResult> {
  const backups = id ? [await readBackup(repository, id)] : await listBackups(repository)
  const totalBytes = backups.reduce((sum, { totals }) => sum + totals.bytes, 0)
  const verified: VerifyResult = { backups: [], files: 0, bytes: 0, problems: [] }
  const check = chunkChecker(repository)
  for (const backup of backups) {
    verified.backups.push(backup.id)
    for await (const file of filesOf(repository, backup, verified.problems)) {
      const problem = await check(file)
      if (problem) verified.problems.push(`${backup.id}: ${problem}`)
      verified.files += 1
      verified.bytes += file.bytes
      onProgress({ phase: 'Verifying', doneBytes: verified.bytes, totalBytes })
    }
  }
  return verified
}

/** Backups share most chunks; each is read once. */
function chunkChecker(repository: Repository) {
  const seen = new Map<string, number | string>()
  const lookAt = async (chunk: string): Promise<number | string> => {
    try {
      return (await readChunk(repository, chunk)).length
    } catch (error) {
      if (error instanceof DamagedObject) return error.message
      throw error
    }
  }
  return async ({ path, bytes, chunks }: StoredFile): Promise<string | undefined> => {
    let found = 0
    for (const chunk of chunks) {
      const result = seen.get(chunk) ?? (await lookAt(chunk))
      seen.set(chunk, result)
      if (typeof result === 'string') return `"${path}" cannot be restored because ${result}.`
      found += result
    }
    return found === bytes ? undefined : `"${path}" has ${found} bytes instead of ${bytes}.`
  }
}

async function* filesOf(
  repository: Repository,
  backup: Backup,
  problems: string[],
): AsyncGenerator<StoredFile> {
  try {
    yield* readContentList(repository, backup.content)
    if (backup.kind === 'physical' && backup.chain) yield* walAfter(repository, backup, problems)
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    problems.push(`${backup.id}: ${error.message}`)
  }
}

async function* walAfter(
  repository: Repository,
  { id, chain, lastSegment, segmentBytes }: PhysicalBackup,
  problems: string[],
): AsyncGenerator<StoredFile> {
  const names = await listSegments(repository, chain as string)
  const present = new Set(names)
  const [, ...expected] = segmentsBetween(lastSegment, names.at(-1) ?? lastSegment, segmentBytes)
  for (const segment of expected) {
    if (present.has(segment))
      yield* (await readSegment(repository, chain as string, segment)).content
    else problems.push(`${id}: the archived WAL segment ${segment} is missing.`)
  }
}
