/**
 * An image in YUV 4:2:0: full-size luma and two half-size colour differences, 8 bits each. Rows are
 * contiguous.
 */
export interface Planes {
  width: number
  height: number
  luma: Uint8ClampedArray
  blue: Uint8ClampedArray
  red: Uint8ClampedArray
}

/** Views into one block of memory, in the order FFmpeg reads it. Both sides must be even. */
export function emptyPlanes(width: number, height: number): Planes & { bytes: Uint8Array } {
  const count = width * height
  const bytes = new Uint8Array((count * 3) / 2)
  const part = (from: number, length: number) =>
    new Uint8ClampedArray(bytes.buffer, bytes.byteOffset + from, length)
  return {
    width,
    height,
    bytes,
    luma: part(0, count),
    blue: part(count, count / 4),
    red: part(count * 1.25, count / 4),
  }
}

/** Rec. 709 for sRGB values of 0 to 255, in limited range: 16 to 235 and 240. */
export const computeLuma = (red: number, green: number, blue: number) =>
  16 + 0.182586 * red + 0.614231 * green + 0.062007 * blue
export const computeBlue = (red: number, green: number, blue: number) =>
  128 - 0.100644 * red - 0.338572 * green + 0.439216 * blue
export const computeRed = (red: number, green: number, blue: number) =>
  128 + 0.439216 * red - 0.398942 * green - 0.040274 * blue

/**
 * Converts RGB pixels. Players expect a chroma sample at the left pixel of its pair and between two
 * rows, so it is averaged over three columns and two rows.
 */
export function toPlanes(width: number, height: number, pixels: Uint8Array): Planes {
  const planes = emptyPlanes(width, height)
  for (let at = 0, from = 0; at < planes.luma.length; at++, from += 3) {
    const [r, g, b] = [pixels[from], pixels[from + 1], pixels[from + 2]] as [number, number, number]
    planes.luma[at] = computeLuma(r, g, b)
  }
  const sums = [0, 0, 0]
  for (let y = 0, at = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2, at++) {
      const left = (y * width + Math.max(0, x - 1)) * 3
      const middle = (y * width + x) * 3
      const right = middle + 3
      const below = width * 3
      for (let channel = 0; channel < 3; channel++) {
        const column = (from: number) =>
          (pixels[from + channel] as number) + (pixels[from + below + channel] as number)
        sums[channel] = (column(left) + 2 * column(middle) + column(right)) / 8
      }
      const [r, g, b] = sums as [number, number, number]
      planes.blue[at] = computeBlue(r, g, b)
      planes.red[at] = computeRed(r, g, b)
    }
  }
  return planes
}
