import type { RawImage } from '../decode-image.ts'

/** Which part of a mask says: generate here. */
export type MaskMeaning = 'opaque' | 'transparent'

/**
 * Converts any mask image to one byte per pixel: 255 = generate, 0 = keep.
 *
 * White means generate and black means keep, with the threshold at 128; transparent pixels are
 * kept. If the mask has a real alpha channel (neither all opaque nor all clear) and all opaque
 * pixels fall on one side of the threshold, only alpha counts, in OpenAI's way: transparent means
 * generate.
 *
 * A caller that knows the mask to be OpenAI's says so: then only alpha counts, whatever the colours.
 */
export function normaliseMask(mask: RawImage, meaning: MaskMeaning = 'opaque'): Uint8Array {
  if (meaning === 'transparent') return transparentParts(mask)
  const light = new Uint8Array(mask.width * mask.height)
  const opaque = new Uint8Array(mask.width * mask.height)
  let opaqueLight = 0
  let opaqueDark = 0
  for (let i = 0, at = 0; i < light.length; i++, at += mask.channels) {
    light[i] = isLight(mask.pixels, at) ? 255 : 0
    opaque[i] = mask.channels === 3 || (mask.pixels[at + 3] as number) >= 128 ? 255 : 0
    if (opaque[i] === 0) continue
    if (light[i] === 255) opaqueLight++
    else opaqueDark++
  }
  const opaqueCount = opaqueLight + opaqueDark
  const isMixed = opaqueCount > 0 && opaqueCount < light.length
  if (isMixed && (opaqueLight === 0 || opaqueDark === 0)) return opaque.map((value) => 255 - value)
  for (let i = 0; i < light.length; i++) if (opaque[i] === 0) light[i] = 0
  return light
}

function transparentParts({ width, height, channels, pixels }: RawImage): Uint8Array {
  const generate = new Uint8Array(width * height)
  if (channels === 3) return generate
  for (let i = 0; i < generate.length; i++) {
    generate[i] = (pixels[i * 4 + 3] as number) < 128 ? 255 : 0
  }
  return generate
}

/** Rec. 601 luma at 128, in integers. For grey it is exactly the grey value. */
function isLight(pixels: Uint8Array, at: number): boolean {
  const red = pixels[at] as number
  const green = pixels[at + 1] as number
  const blue = pixels[at + 2] as number
  return red * 299 + green * 587 + blue * 114 >= 128_000
}
