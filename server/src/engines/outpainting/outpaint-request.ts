import type { MaskMeaning } from './normalise-mask.ts'
import type { Extend, Position } from './plan-canvas.ts'

/** The request, the same for every engine. Set exactly one of mask, extend, aspectRatio. */
export interface OutpaintRequest {
  /** The original file, of any type in `image-type.ts`. */
  image: Uint8Array
  mask?: Uint8Array
  /** Defaults to `opaque`. */
  maskMeaning?: MaskMeaning
  /** For engines that follow prompts: the mask may cover the whole image. */
  fromNothing?: boolean
  extend?: Extend
  aspectRatio?: string
  /** Fills only inside the image: a mask of another size is rejected instead of extending it. */
  inside?: boolean
  /** Position of the image in a larger mask or a canvas of another ratio. Defaults to centred. */
  position?: Position
  prompt?: string
  negativePrompt?: string
  guidanceScale?: number
  /** Number of results, 1 to 8. */
  count: number
  /**
   * The same seed gives the same bytes. Result i has seed + i. Without a seed, the embedded engine
   * makes more candidates than `count` where needed and returns the best, best first.
   */
  seed?: number
}

export interface OutpaintResult {
  bytes: Uint8Array
  width: number
  height: number
  contentType: 'image/png'
  /** Reproduces this result alone, with an engine that supports seeds. */
  seed?: number
  /** Only of the embedded engine. */
  newArea?: NewArea
}

/** What is known about the quality of the new area. */
export interface NewArea {
  /** 0 to 1. 0 if nothing in the new area looks unlike the image next to it. */
  score: number
  /** How many images were made to choose from. */
  candidates: number
}

export interface OutpaintOutcome {
  results: OutpaintResult[]
  engine: { name: string; version: string; promptApplied: boolean }
  /** User-facing sentences about anything that differs from the request. */
  warnings: string[]
  timings: { readMs: number; generateMs: number; encodeMs: number; totalMs: number }
}

/** Called with 0 to 100, never decreasing. */
export type OnProgress = (percent: number, stage: string) => void
