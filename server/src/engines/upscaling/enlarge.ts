import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { RawImage } from '../decode-image.ts'
import type { Device } from '../device/probe-device.ts'
import { planes } from '../image-planes.ts'
import { type OpenSession, runSession, session } from '../model-session.ts'
import { buildGraph } from './build-graph.ts'
import { planTiles, type Tile } from './plan-tiles.ts'

/** The scales that there are models for. */
export const modelScales = [2, 3, 4, 8] as const

export type ModelScale = (typeof modelScales)[number]

export interface EnlargeOptions {
  /** Files of the model for one scale. */
  model: { layers: string; weights: string }
  threads: number
  device: Device
  onProgress(percent: number, stage: string): void
}

/** Bounds the memory: at 8×, a tile of 128 pixels takes about 150 MB. */
const maxTileSide = 128
/** The model sees this far. Tiles overlap by it, so no seam shows. */
const reach = 12

/** Enlarges colours by a whole number with the model, tile by tile. Ignores alpha. */
export async function enlargeColours(
  image: RawImage,
  scale: ModelScale,
  { model, onProgress, ...on }: EnlargeOptions,
): Promise<{ image: RawImage; device: Device }> {
  const layers = await readFile(model.layers, 'utf8')
  const opened = await session(model.weights, on, (weights) => buildGraph(layers, weights))
  const padded = await sharp(image.pixels, { raw: image })
    .removeAlpha()
    .extend({ left: reach, right: reach, top: reach, bottom: reach, extendWith: 'copy' })
    .raw()
    .toBuffer()
  const width = image.width * scale
  const height = image.height * scale
  const pixels = new Uint8Array(width * height * 3)
  const large: RawImage = { width, height, channels: 3, pixels }
  const tiles = planTiles(image.width, image.height, maxTileSide)
  for (const [index, tile] of tiles.entries()) {
    onProgress((100 * index) / tiles.length, 'enlarging')
    await enlargeTile(
      opened,
      { pixels: padded, width: image.width + 2 * reach },
      tile,
      scale,
      large,
    )
  }
  return { image: large, device: opened.device }
}

async function enlargeTile(
  opened: OpenSession,
  padded: { pixels: Uint8Array; width: number },
  { left, top, width, height }: Tile,
  scale: number,
  large: RawImage,
): Promise<void> {
  const size = { width: width + 2 * reach, height: height + 2 * reach }
  const cut = new Uint8Array(size.width * size.height * 3)
  for (let y = 0; y < size.height; y++) {
    const from = ((top + y) * padded.width + left) * 3
    cut.set(padded.pixels.subarray(from, from + size.width * 3), y * size.width * 3)
  }
  const { values } = await runSession(
    opened,
    planes(cut, (value) => value),
    size,
  )
  const across = size.width * scale
  const plane = across * size.height * scale
  const margin = reach * scale
  for (let y = 0; y < height * scale; y++) {
    const from = (y + margin) * across + margin
    const to = ((top * scale + y) * large.width + left * scale) * 3
    for (let x = 0; x < width * scale; x++) {
      for (let c = 0; c < 3; c++) {
        const value = values[c * plane + from + x] as number
        large.pixels[to + x * 3 + c] = Math.max(0, Math.min(255, Math.round(value)))
      }
    }
  }
}
