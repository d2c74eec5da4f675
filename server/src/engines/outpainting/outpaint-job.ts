import type { Extend, Position } from './plan-canvas.ts'

/** What is asked for, the same for every engine. Exactly one of mask, extend, aspectRatio. */
export interface OutpaintJob {
  /** The file as it came: any of the types in `image-type.ts`. */
  image: Uint8Array
  mask?: Uint8Array
  extend?: Extend
  aspectRatio?: string
  /** Fills inside the image only: a mask of another size is refused instead of extending it. */
  inside?: boolean
  /** Where the image lies in a larger mask or a canvas of another ratio; centred without it. */
  position?: Position
  prompt?: string
  negativePrompt?: string
  guidanceScale?: number
  /** How many results, 1 to 8. */
  count: number
  /** The same seed gives the same bytes; result number i has seed + i. 0 where none is given. */
  seed?: number
}

export interface OutpaintResult {
  bytes: Uint8Array
  width: number
  height: number
  contentType: 'image/png'
  /** Makes this result again, alone, with an engine that takes seeds. */
  seed?: number
}

export interface OutpaintOutcome {
  results: OutpaintResult[]
  engine: { name: string; version: string; promptApplied: boolean }
  /** Sentences for the person who asked, about what was not done as they may think. */
  warnings: string[]
  timings: { readMs: number; generateMs: number; encodeMs: number; totalMs: number }
}

/** Called with 0 to 100, never backwards. */
export type OnProgress = (percent: number, stage: string) => void
