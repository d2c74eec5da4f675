type Code =
  | 'backup_damaged'
  | 'backup_failed'
  | 'backup_key_wrong'
  | 'backup_not_found'
  | 'folder_not_empty'
  | 'moment_not_covered'
  | 'repository_busy'

/** A failure that the operator can act on: the message says what happened and what to do. */
export class BackupError extends Error {
  readonly code: Code

  constructor(code: Code, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** The bytes in the repository are not the bytes that were written. */
export class DamagedObject extends Error {}
