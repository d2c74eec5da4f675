type Code =
  | 'backup_busy'
  | 'backup_damaged'
  | 'backup_failed'
  | 'backup_not_found'
  | 'database_not_embedded'
  | 'database_not_empty'
  | 'folder_not_empty'
  | 'moment_not_covered'

/** A failure that the operator can act on: the message says what happened and what to do. */
export class BackupError extends Error {
  readonly code: Code

  constructor(code: Code, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** `problem` completes the sentence: "is missing". */
export function createDamage(path: string, problem: string, cause?: unknown): BackupError {
  return new BackupError(
    'backup_damaged',
    `The backup is damaged: "${path}" ${problem}. Use another backup.`,
    cause,
  )
}
