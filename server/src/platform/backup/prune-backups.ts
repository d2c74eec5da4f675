import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readContentList } from './content.ts'
import type { Backup, StoredFile } from './manifest.ts'
import { listBackups, listChains, listSegments, readSegment, walName } from './read-backups.ts'
import { allChunks, type Repository } from './repository.ts'
import { withLock } from './repository-lock.ts'
import { backupsToKeep, type Retention } from './retention.ts'

export interface Pruned {
  kept: string[]
  removed: string[]
  freedBytes: number
}

/** Removes backups that the retention does not keep, and everything that only they need. */
export function pruneBackups(repository: Repository, retention: Retention): Promise<Pruned> {
  return withLock(repository, 'pruner', async () => {
    const backups = await listBackups(repository)
    const kept = backupsToKeep(backups, retention)
    const removed = backups.filter((backup) => !kept.has(backup))
    // If this is interrupted, some chunks belong to no backup, and the next prune removes them.
    for (const { id } of removed) await rm(join(repository.folder, 'backups', id))
    await pruneWal(repository, [...kept])
    const freedBytes = await pruneChunks(repository, await neededChunks(repository, [...kept]))
    const ids = (list: Iterable<Backup>) => [...list].map(({ id }) => id).sort()
    return { kept: ids(kept), removed: ids(removed), freedBytes }
  })
}

/** A segment is of use only after a backup of its chain. */
async function pruneWal(repository: Repository, kept: Backup[]): Promise<void> {
  for (const chain of await listChains(repository)) {
    const starts = kept.flatMap((backup) =>
      backup.kind === 'physical' && backup.chain === chain ? [backup.firstSegment] : [],
    )
    const first = starts.sort()[0]
    for (const segment of await listSegments(repository, chain)) {
      const isUseful = first !== undefined && segment >= first
      if (!isUseful) await rm(join(repository.folder, walName(chain, segment)))
    }
    if (first === undefined) {
      await rm(join(repository.folder, 'wal', chain), { recursive: true, force: true })
    }
  }
}

async function neededChunks(repository: Repository, kept: Backup[]): Promise<Set<string>> {
  const names = new Set<string>()
  const need = ({ chunks }: StoredFile) => {
    for (const chunk of chunks) names.add(repository.seal.nameOf(chunk))
  }
  for (const { content } of kept) {
    need(content)
    for await (const file of readContentList(repository, content)) need(file)
  }
  for (const chain of await listChains(repository)) {
    for (const segment of await listSegments(repository, chain)) {
      for (const file of (await readSegment(repository, chain, segment)).content) need(file)
    }
  }
  return names
}

async function pruneChunks(repository: Repository, needed: Set<string>): Promise<number> {
  let freedBytes = 0
  for await (const [name, path] of allChunks(repository)) {
    if (needed.has(name)) continue
    freedBytes += (await stat(path)).size
    await rm(path)
  }
  return freedBytes
}
