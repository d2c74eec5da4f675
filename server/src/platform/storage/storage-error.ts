const errors = {
  storage_full: { retryable: true, message: 'There is no room left in the storage.' },
  storage_unavailable: { retryable: true, message: 'The storage cannot be reached at the moment.' },
  too_large: { retryable: false, message: 'The file is larger than allowed.' },
  not_found: { retryable: false, message: 'There is no such file.' },
  bad_range: { retryable: false, message: 'The file has no such part.' },
  bad_key: { retryable: false, message: 'This cannot be the key of a file.' },
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
