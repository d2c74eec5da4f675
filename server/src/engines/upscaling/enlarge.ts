import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { RawImage } from '../decode-image.ts'
import type { Device } from '../device/probe-device.ts'
import { planes } from '../image-planes.ts'
import { type OpenSession, runSession, session } from '../model-session.ts'
import { buildGraph } from './build-graph.ts'
import { planTiles, type Tile } from './plan-tiles.ts'

/** The scale of the model. */
export const modelScale = 4

export interface EnlargeOptions {
  model: { layers: string; weights: string }
  threads: number
  device: Device
  onProgress(percent: number, stage: string): void
}

/** Bounds the memory: a tile of 192 pixels takes about 400 MB. Larger ones save little time. */
const maxTileSide = 192
/** Tiles overlap by this much. The model sees farther, but what it sees there changes little. */
const reach = 12

/** Enlarges colours four times with the model, tile by tile. Ignores alpha. */
export async function enlargeColours(
  image: RawImage,
  { model, onProgress, ...on }: EnlargeOptions,
): Promise<{ image: RawImage; device: Device }> {
  const layers = await readFile(model.layers, 'utf8')
  const opened = await session(model.weights, on, (weights) => buildGraph(layers, weights))
  const padded = await sharp(image.pixels, { raw: image })
    .removeAlpha()
    .extend({ left: reach, right: reach, top: reach, bottom: reach, extendWith: 'copy' })
    .raw()
    .toBuffer()
  const width = image.width * modelScale
  const height = image.height * modelScale
  const pixels = new Uint8Array(width * height * 3)
  const large: RawImage = { width, height, channels: 3, pixels }
  const tiles = planTiles(image.width, image.height, maxTileSide)
  for (const [index, tile] of tiles.entries()) {
    onProgress((100 * index) / tiles.length, 'enlarging')
    await enlargeTile(opened, { pixels: padded, width: image.width + 2 * reach }, tile, large)
  }
  return { image: large, device: opened.device }
}

async function enlargeTile(
  opened: OpenSession,
  padded: { pixels: Uint8Array; width: number },
  { left, top, width, height }: Tile,
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
    planes(cut, (value) => value / 255),
    size,
  )
  const across = size.width * modelScale
  const plane = across * size.height * modelScale
  const margin = reach * modelScale
  for (let y = 0; y < height * modelScale; y++) {
    const from = (y + margin) * across + margin
    const to = ((top * modelScale + y) * large.width + left * modelScale) * 3
    for (let x = 0; x < width * modelScale; x++) {
      for (let c = 0; c < 3; c++) {
        const value = (values[c * plane + from + x] as number) * 255
        large.pixels[to + x * 3 + c] = Math.max(0, Math.min(255, Math.round(value)))
      }
    }
  }
}
