import { EngineError } from '../engine-error.ts'

/** The weights come from outside, so every fact about them is checked before it is used. */
export function unusableWeights(reason: string, cause?: unknown): EngineError {
  const message = `The image generation weights can't be used: ${reason}.`
  return new EngineError('model_unusable', message, cause === undefined ? {} : { cause })
}
