export type ModelErrorCode =
  | 'unknown_model'
  /** The downloaded file, or the one in the offline folder, is not the pinned file. */
  | 'model_corrupt'
  /** Neither a mirror nor the registry provided it. May be temporary. */
  | 'model_unavailable'
  /** The server runs offline, and the operator's folder does not contain it. */
  | 'model_not_in_offline_folder'

export class ModelError extends Error {
  readonly code: ModelErrorCode

  constructor(code: ModelErrorCode, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ModelError'
    this.code = code
  }
}
