const errors = {
  storage_full: { retryable: true, message: 'The storage is full.' },
  storage_unavailable: { retryable: true, message: 'The storage cannot be reached right now.' },
  too_large: { retryable: false, message: 'The file is larger than allowed.' },
  not_found: { retryable: false, message: 'The file does not exist.' },
  bad_range: { retryable: false, message: 'The range is outside the file.' },
  bad_key: { retryable: false, message: 'This is not a valid file key.' },
} as const

export type StorageErrorCode = keyof typeof errors

/** A storage failure without the file's path: that is in the cause, for the log. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code: StorageErrorCode
  /** Whether a retry can help. */
  readonly retryable: boolean

  constructor(code: StorageErrorCode, cause?: unknown) {
    super(errors[code].message, { cause })
    this.code = code
    this.retryable = errors[code].retryable
  }
}
