/** The brightness of the pixel whose first channel is at this index, from 0 to 255. */
export function brightness(pixels: Uint8Array, at: number): number {
  return 0.299 * n(pixels[at]) + 0.587 * n(pixels[at + 1]) + 0.114 * n(pixels[at + 2])
}

/** Every index is inside the array. */
const n = (value: number | undefined): number => value as number
