import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { syncFolder } from '../storage/disk-files.ts'
import { BackupError, DamagedObject } from './backup-error.ts'
import { encryptingSeal, plainSeal, type Seal, sha256Of } from './seal.ts'

/**
 * A folder with backups. `objects/` has chunks by content, so equal content is stored once. `backups/`
 * has a record for each backup, written last, and `wal/` one for each archived WAL segment. Records
 * and chunks are never changed, only added and removed.
 */
export interface Repository {
  folder: string
  seal: Seal
}

interface Head {
  format: number
  encrypted: boolean
  keyCheck: string
}

const headFile = 'repository.json'

export async function openRepository(path: string, key?: Buffer): Promise<Repository> {
  const folder = resolve(path)
  const seal = key ? encryptingSeal(key) : plainSeal
  const text = await readFile(join(folder, headFile), 'utf8').catch(unlessMissing)
  if (text === undefined) {
    throw new BackupError(
      'backup_not_found',
      `There are no backups in ${folder}. Create one with: atelier backup create --dir ${folder}`,
    )
  }
  checkHead(folder, seal, JSON.parse(text))
  return { folder, seal }
}

/** Opens a repository, and creates it in an empty or missing folder. */
export async function ensureRepository(path: string, key?: Buffer): Promise<Repository> {
  const folder = resolve(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const names = await readdir(folder)
  if (!names.includes(headFile)) {
    if (names.length > 0) {
      throw new BackupError(
        'folder_not_empty',
        `${folder} has other files and no backups. Choose an empty folder for backups.`,
      )
    }
    const { isEncrypted, keyCheck } = key ? encryptingSeal(key) : plainSeal
    const head: Head = { format: 1, encrypted: isEncrypted, keyCheck }
    await writeFile(join(folder, headFile), Buffer.from(`${JSON.stringify(head)}\n`))
  }
  return openRepository(folder, key)
}

function checkHead(folder: string, seal: Seal, head: Head): void {
  const refuse = (message: string) => {
    throw new BackupError('backup_key_wrong', message)
  }
  if (head.format !== 1) {
    refuse(`A newer version of Atelier wrote the backups in ${folder}. Use that version.`)
  }
  if (head.encrypted && !seal.isEncrypted) {
    refuse(`The backups in ${folder} are encrypted. Set ATELIER_BACKUP_KEY_FILE to the key file.`)
  }
  if (!head.encrypted && seal.isEncrypted) {
    refuse(
      `The backups in ${folder} are not encrypted, but a key is set. Remove the key, or choose an empty folder.`,
    )
  }
  if (head.keyCheck !== seal.keyCheck) {
    refuse(
      `The backups in ${folder} were encrypted with another key. Set the key they were made with.`,
    )
  }
}

/** Stores a chunk unless the repository already has it. */
export async function putChunk(
  repository: Repository,
  content: Buffer,
): Promise<{ sha256: string; addedBytes: number }> {
  const sha256 = sha256Of(content)
  if (await hasChunk(repository, sha256)) return { sha256, addedBytes: 0 }
  const { name, path } = placeOf(repository, sha256)
  const sealed = await repository.seal.close(name, content)
  await writeFile(path, sealed)
  return { sha256, addedBytes: sealed.length }
}

export async function hasChunk(repository: Repository, sha256: string): Promise<boolean> {
  return (await stat(placeOf(repository, sha256).path).catch(unlessMissing)) !== undefined
}

/** Throws `DamagedObject` unless the repository has exactly the content with this hash. */
export async function readChunk(repository: Repository, sha256: string): Promise<Buffer> {
  const { name, path } = placeOf(repository, sha256)
  const content = await readSealed(repository, name, path)
  if (content === undefined) throw new DamagedObject(`${path} is missing`)
  if (sha256Of(content) !== sha256) throw new DamagedObject(`${path} is damaged`)
  return content
}

/** The name and path of every chunk. */
export async function* allChunks({ folder }: Repository): AsyncGenerator<[string, string]> {
  const objects = join(folder, 'objects')
  for (const first of (await readdir(objects).catch(unlessMissing)) ?? []) {
    for (const rest of await readdir(join(objects, first))) {
      yield [first + rest, join(objects, first, rest)]
    }
  }
}

export async function writeRecord(
  { folder, seal }: Repository,
  name: string,
  record: object,
): Promise<void> {
  await writeFile(join(folder, name), await seal.close(name, Buffer.from(JSON.stringify(record))))
}

export async function readRecord<T>(repository: Repository, name: string): Promise<T | undefined> {
  const path = join(repository.folder, name)
  try {
    const content = await readSealed(repository, name, path)
    return content && JSON.parse(content.toString())
  } catch (error) {
    if (!(error instanceof DamagedObject)) throw error
    throw new BackupError('backup_damaged', `${error.message}. Use another backup.`)
  }
}

/** The names in a folder of records, in order. */
export async function listRecords({ folder }: Repository, under: string): Promise<string[]> {
  const names = (await readdir(join(folder, under)).catch(unlessMissing)) ?? []
  return names.filter((name) => !name.startsWith('.')).sort()
}

async function readSealed(
  { seal }: Repository,
  name: string,
  path: string,
): Promise<Buffer | undefined> {
  const sealed = await readFile(path).catch(unlessMissing)
  if (sealed === undefined) return undefined
  return seal.open(name, sealed).catch(() => {
    throw new DamagedObject(`${path} is damaged`)
  })
}

function placeOf({ folder, seal }: Repository, sha256: string) {
  const name = seal.nameOf(sha256)
  return { name, path: join(folder, 'objects', name.slice(0, 2), name.slice(2)) }
}

/** Readers see the whole file or none, also after a power cut. */
async function writeFile(path: string, content: Buffer): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `.${randomBytes(8).toString('hex')}`)
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, path)
    await syncFolder(folder)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
