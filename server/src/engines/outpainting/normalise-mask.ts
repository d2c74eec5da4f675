import type { RawImage } from '../decode-image.ts'

/**
 * Turns any picture that people use as a mask into one byte a pixel: 255 = generate, 0 = keep.
 *
 * White is generate and black is keep, grey is decided at 128. Where the mask has an alpha channel,
 * transparent is keep. If everything that is opaque falls on one side of grey (strokes of a single
 * colour on nothing, as brush tools export them, black strokes included), the colour says nothing
 * and the alpha alone decides. Note that OpenAI's own masks mean the opposite, transparent = edit;
 * the contract here says opaque = generate, and one cannot tell the two apart by looking.
 */
export function normaliseMask(mask: RawImage): Uint8Array {
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
  const someTransparent = opaqueLight + opaqueDark < light.length
  if (someTransparent && (opaqueLight === 0 || opaqueDark === 0)) return opaque
  for (let i = 0; i < light.length; i++) if (opaque[i] === 0) light[i] = 0
  return light
}

/** Rec. 601 luma at 128, in whole numbers; for grey it is exactly the grey. */
function isLight(pixels: Uint8Array, at: number): boolean {
  const red = pixels[at] as number
  const green = pixels[at + 1] as number
  const blue = pixels[at + 2] as number
  return red * 299 + green * 587 + blue * 114 >= 128_000
}
