import { gradient, png, readPixels } from '../../../test/scenes.ts'
import type { RawImage } from '../decode-image.ts'
import { outpaintByFilling } from './outpaint.ts'
import { modelCells, modelSide } from './step.ts'

const [width, height, added] = [320, 300, 100]

type Colour = (at: number, seen: number[]) => number[]

/**
 * Replaces the model: holes keep their seed, the border's colour, except where `odd` returns a
 * colour.
 */
export async function extendScene(odd: (mirrored: boolean) => Colour | undefined) {
  let calls = 0
  const fill = async (planes: Uint8Array, mask: Uint8Array) => {
    calls++
    const filled = planes.slice()
    const colour = odd(mask[modelSide - 1] === 255)
    for (let at = 0; colour && at < modelCells; at++) {
      if (mask[at] === 255) continue
      const seen = [0, 1, 2].map((c) => planes[c * modelCells + at] as number)
      for (const [c, value] of colour(at, seen).entries()) filled[c * modelCells + at] = value
    }
    return filled
  }
  const image = await png(gradient(width, height))
  const request = { image, extend: { right: added }, count: 1, seed: 0 }
  const { results } = await outpaintByFilling(fill, request, {})
  return { calls, picture: await readPixels(results[0]?.bytes as Uint8Array) }
}

/** The largest difference between a channel of the new area and the adjacent border. */
export function farthest({ pixels }: RawImage, channel: number): number {
  let most = 0
  for (let y = 0; y < height; y++) {
    const row = y * (width + added)
    const border = pixels[(row + width - 1) * 3 + channel] as number
    for (let x = width; x < width + added; x++) {
      most = Math.max(most, Math.abs((pixels[(row + x) * 3 + channel] as number) - border))
    }
  }
  return most
}
