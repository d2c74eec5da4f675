import type { Planes } from './planes.ts'

/** Blends `next` into `frame`: at 0 only `frame` is visible, at 1 only `next`. */
export function crossFade(frame: Planes, next: Planes, share: number): void {
  const weight = Math.round(share * 256)
  mix(frame.luma, next.luma, weight)
  mix(frame.blue, next.blue, weight)
  mix(frame.red, next.red, weight)
}

function mix(target: Uint8ClampedArray, other: Uint8ClampedArray, weight: number): void {
  const kept = 256 - weight
  for (let at = 0; at < target.length; at++) {
    target[at] =
      (Math.imul(target[at] as number, kept) + Math.imul(other[at] as number, weight) + 128) >> 8
  }
}
