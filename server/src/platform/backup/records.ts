import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { contentKey, isKey } from '../storage/keys.ts'
import { BackupError, createDamage } from './backup-error.ts'
import {
  type BackupFolder,
  findFile,
  idPattern,
  listFolders,
  unlessMissing,
  writeFile,
} from './backup-folder.ts'

const Count = Type.Integer({ minimum: 0 })
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const SegmentName = Type.String({ pattern: '^[0-9A-F]{24}$' })
const Time = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' })
const Part = Type.Object({ bytes: Count, sha256: Sha256 })

const Backup = Type.Object({
  id: Type.String({ pattern: idPattern.source }),
  /** On the clock of the database. The backup contains every change committed before it started. */
  startedAt: Time,
  /** When the copy of the database was complete. */
  finishedAt: Time,
  atelierVersion: Type.String(),
  postgresVersion: Type.String(),
  /** The replication slot that keeps the WAL after this backup, if it is archived. */
  slot: Type.Union([Type.String(), Type.Null()]),
  segmentBytes: Type.Integer({ minimum: 1024 ** 2, maximum: 1024 ** 3 }),
  /** The database as an archive of tar, and how many bytes its files have. */
  base: Type.Object({ ...Part.properties, contentBytes: Count }),
  totals: Type.Object({ files: Count, bytes: Count, addedBytes: Count }),
})

/** The first round belongs to the copy itself. The others have what was written since the one before. */
const Round = Type.Object({
  /** Everything committed before this time is in this round or an earlier one. */
  until: Time,
  /** How many rows PostgreSQL had changed: if the number is the same, there is nothing new. */
  changes: Type.String(),
  segments: Type.Array(Type.Object({ name: SegmentName, ...Part.properties }), { minItems: 1 }),
  /** The stored files that are new. The folder has each under the hash of its content. */
  files: Type.Array(Type.Object({ key: Type.String(), sha256: Sha256 })),
})

export type Backup = Static<typeof Backup>
export type Round = Static<typeof Round>
export type Segment = Round['segments'][number]
export type FileEntry = Round['files'][number]

export const segmentPath = (id: string, name: string) => `${id}/wal/${name}.zst`
export const basePath = (id: string) => `${id}/base.tar.zst`

/** A million stored files. */
const maxRecordBytes = 256 * 1024 ** 2

export async function writeBackup(folder: BackupFolder, backup: Backup): Promise<void> {
  await writeRecord(folder, `${backup.id}/backup.json`, backup)
}

export async function writeRound(folder: BackupFolder, id: string, round: Round): Promise<void> {
  await writeRecord(folder, `${id}/rounds/${round.segments.at(-1)?.name}.json`, round)
}

/** All backups, oldest first. */
export async function listBackups(folder: BackupFolder): Promise<Backup[]> {
  const backups: Backup[] = []
  for (const id of await listFolders(folder)) {
    const backup = await findBackup(folder, id)
    if (backup) backups.push(backup)
  }
  return backups.sort((a, b) => a.startedAt.localeCompare(b.startedAt))
}

export async function readBackup(folder: BackupFolder, id: string): Promise<Backup> {
  const backup = idPattern.test(id) ? await findBackup(folder, id) : undefined
  if (backup) return backup
  throw new BackupError(
    'backup_not_found',
    `There is no backup "${id}" in ${folder.path}. List them with: atelier backup list`,
  )
}

async function findBackup(folder: BackupFolder, id: string): Promise<Backup | undefined> {
  const backup = await readRecord(folder, `${id}/backup.json`, Backup)
  if (backup && backup.id !== id) throw createDamage(id, `has the record of ${backup.id}`)
  return backup
}

/** The names of all rounds of a backup, oldest first. */
export async function listRoundNames({ path }: BackupFolder, id: string): Promise<string[]> {
  return ((await readdir(join(path, id, 'rounds')).catch(unlessMissing)) ?? []).sort()
}

export async function readRound(folder: BackupFolder, id: string, name: string): Promise<Round> {
  const path = `${id}/rounds/${name}`
  const round = await readRecord(folder, path, Round)
  if (!round?.files.every(isFileEntry)) throw createDamage(path, 'has values that are not valid')
  return round
}

export async function listRounds(folder: BackupFolder, id: string): Promise<Round[]> {
  const rounds: Round[] = []
  for (const name of await listRoundNames(folder, id)) {
    rounds.push(await readRound(folder, id, name))
  }
  return rounds
}

export const filePath = ({ sha256 }: FileEntry) => `files/${contentKey(sha256)}`

/** A key that is a hash must be that of the content. */
function isFileEntry({ key, sha256 }: FileEntry): boolean {
  return isKey(key) && (!key.startsWith('sha256/') || key === contentKey(sha256))
}

async function writeRecord({ path: root }: BackupFolder, path: string, record: object) {
  const json = JSON.stringify(record)
  await writeFile(root, path, Buffer.from(`${json}\n${hash(json)}\n`))
}

async function readRecord<T extends TSchema>(
  folder: BackupFolder,
  path: string,
  schema: T,
): Promise<Static<T> | undefined> {
  const facts = await findFile(folder, path)
  if (!facts) return undefined
  if (facts.size > maxRecordBytes) throw createDamage(path, 'is too large')
  const [json = '', sum] = (await readFile(join(folder.path, path), 'utf8')).split('\n')
  if (hash(json) !== sum) throw createDamage(path, 'has other content than it had')
  const record = parseJson(json)
  if (!Value.Check(schema, record)) throw createDamage(path, 'has values that are not valid')
  return record as Static<T>
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
