import { declareEngine } from '../declare-engine.ts'

const child = 'media'

export const audioConversion = declareEngine({
  load: () => import('./run-conversion.ts'),
  child,
  timeoutSeconds: 600,
})

/** Reads the metadata of audio or video without decoding it. */
export const probing = declareEngine({
  load: () => import('./probe.ts'),
  child,
  timeoutSeconds: 60,
})

/** Checks that audio or video is whole, and writes a thumbnail of a video. */
export const inspection = declareEngine({
  load: () => import('./inspect-media.ts'),
  child,
  timeoutSeconds: 300,
})
