export type ModelErrorCode =
  | 'unknown_model'
  /** What came over the network, or lay in the offline folder, is not the pinned file. */
  | 'model_corrupt'
  /** Neither a mirror nor the registry gave it. May heal by itself. */
  | 'model_unavailable'
  /** Offline operation, and the operator's folder does not have it. */
  | 'model_not_in_offline_folder'

export class ModelError extends Error {
  readonly code: ModelErrorCode

  constructor(code: ModelErrorCode, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ModelError'
    this.code = code
  }
}
