import type { RemoveBackgroundBody } from '@atelier/sdk'
import type { Size } from '../frame-geometry.ts'

export type Intent = 'keep' | 'remove' | 'fill'
export type Point = [x: number, y: number]
export type Refinement = NonNullable<RemoveBackgroundBody['refine']>

/** A stroke in pixels of the upright image. A list of them is in the order of painting. */
export interface PaintedStroke {
  intent: Intent
  points: Point[]
  /** The diameter of the brush. */
  width: number
}

/** The API's limits. */
const maxPoints = 500
export const maxStrokes = 50
/** The API's default, as a share of the longest side. */
export const usualWidthShare = 0.02

const usualWidth = ({ width, height }: Size): number => usualWidthShare * Math.max(width, height)

export const countStrokes = (strokes: readonly PaintedStroke[], intent: Intent): number =>
  strokes.filter((stroke) => stroke.intent === intent).length

/** Points much closer than the brush is wide change nothing. */
export function isNews(before: Point | undefined, next: Point, width: number): boolean {
  if (!before) return true
  return Math.hypot(next[0] - before[0], next[1] - before[1]) >= width / 8
}

/** As many points as the API accepts; the first and the last one stay. */
export function thinOut(points: readonly Point[]): Point[] {
  let kept = points.map(([x, y]): Point => [roundTenth(x), roundTenth(y)])
  while (kept.length > maxPoints) {
    kept = kept.filter((_, index) => index % 2 === 0 || index === kept.length - 1)
  }
  return kept
}

const roundTenth = (value: number) => Math.round(value * 10) / 10

/** The strokes as the API takes them; undefined without any. */
export function buildRefinement(strokes: readonly PaintedStroke[]): Refinement | undefined {
  if (strokes.length === 0) return undefined
  const only = (wanted: Intent) =>
    strokes
      .filter(({ intent }) => intent === wanted)
      .map(({ points, width }) => ({ points, width: roundTenth(width) }))
  return { keep: only('keep'), remove: only('remove') }
}

export function listStrokes(refine: Refinement | undefined, picture: Size): PaintedStroke[] {
  return (['keep', 'remove'] as const).flatMap((intent) =>
    (refine?.[intent] ?? []).map(({ points, width }) => ({
      intent,
      points: points as Point[],
      width: width ?? usualWidth(picture),
    })),
  )
}

/** Such as "2 to keep, 1 to remove". */
export function wordsForRefinement({ keep = [], remove = [] }: Refinement): string {
  const words = [
    ...(keep.length > 0 ? [`${keep.length} to keep`] : []),
    ...(remove.length > 0 ? [`${remove.length} to remove`] : []),
  ]
  return words.join(', ') || 'none'
}
