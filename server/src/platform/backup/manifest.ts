/** A file in the repository: its content is the concatenation of chunks, named by their SHA-256. */
export interface StoredFile {
  path: string
  bytes: number
  chunks: string[]
}

interface ManifestBase {
  format: 1
  id: string
  /** On the clock of the database. The backup contains every change committed before it started. */
  startedAt: string
  /** When the copy of the database was complete. */
  finishedAt: string
  atelierVersion: string
  postgresVersion: string
  /** A list of every file, one JSON object per line; see content-list.ts. */
  content: StoredFile
  totals: { files: number; bytes: number; addedBytes: number }
}

/** The files of an embedded database as they are on disk, with the WAL that makes them consistent. */
export interface PhysicalBackup extends ManifestBase {
  kind: 'physical'
  folders: string[]
  firstSegment: string
  lastSegment: string
  segmentBytes: number
  /** The chain of archived WAL that continues from here, if there is one. */
  chain: string | undefined
}

/** All rows of one snapshot, for any PostgreSQL. */
export interface LogicalBackup extends ManifestBase {
  kind: 'logical'
  tables: { name: string; columns: string[] }[]
  /** Null: never used. */
  sequences: { name: string; value: string | null }[]
  migrations: { name: string; sha256: string }[]
}

export type Backup = PhysicalBackup | LogicalBackup

/** One archived WAL segment. The last one of a round also has the files stored until then. */
export interface WalRecord {
  segment: string
  content: StoredFile[]
  /** Everything committed before this time is in this segment or an earlier one. */
  until?: string
  /** How many rows PostgreSQL had changed: if the number is the same, there is nothing new. */
  changes?: string
}

export interface Progress {
  phase: string
  doneBytes: number
  totalBytes?: number
}

export type OnProgress = (progress: Progress) => void
