import { writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import type { EngineTools } from '../declare-engine.ts'
import { decodeImage, maxImagePixels, type RawImage } from '../decode-image.ts'
import type { Device } from '../device/probe-device.ts'
import { encodePicture, type OutputFormat } from '../editing/encode-picture.ts'
import { reduceBlocks } from '../editing/reduce-noise.ts'
import { EngineError } from '../engine-error.ts'
import { addDetail } from './add-detail.ts'
import { enlargeColours } from './enlarge.ts'
import { resample } from './resample.ts'

export interface UpscalingRequest {
  imagePath: string
  outputPath: string
  factor: number
  /** `auto` uses the model only for small images, because it is slow. */
  method: 'auto' | 'model' | 'resample'
  format: OutputFormat
  models: { layers: string; weights: string }
  threads?: number
  device?: Device
}

/** The model takes about 500 CPU-seconds per megapixel. */
const maxAutoPixels = 500_000

/** Upscaling for the child process: reads a file, writes a file, returns the metadata. */
export async function run(request: UpscalingRequest, { onProgress }: EngineTools) {
  const startedAt = performance.now()
  const { warnings, ...image } = await decodeImage(request.imagePath, 'image_url')
  const size = computeSize(image, request.factor)
  const isLarge = image.width * image.height > maxAutoPixels
  const byModel = request.method === 'model' || (request.method === 'auto' && !isLarge)
  const { work, engine, notes } = byModel
    ? await withModel(image, size, request, onProgress)
    : await resampled(image, size, request.method === 'auto')
  const flat = request.format === 'jpeg' ? work.flatten({ background: '#ffffff' }) : work
  onProgress(98, 'writing')
  await writeFile(request.outputPath, await encodePicture(flat, request.format))
  return {
    ...size,
    path: request.outputPath,
    contentType: `image/${request.format}`,
    engine,
    warnings: [...warnings, ...notes],
    timings: { totalMs: performance.now() - startedAt },
  }
}

function computeSize(image: RawImage, factor: number) {
  const width = Math.round(image.width * factor)
  const height = Math.round(image.height * factor)
  if (width * height <= maxImagePixels) return { width, height }
  const most = maxImagePixels / 1e6
  throw new EngineError(
    'result_too_large',
    `The result would have ${width} × ${height} pixels; the maximum is ${most} megapixels.`,
    { field: 'factor' },
  )
}

interface EnlargedImage {
  work: Sharp
  engine: { name: string; version: string; device?: Device }
  notes: string[]
}

const cleanedNote = 'Compression blocks were smoothed first.'

/** Resamples, and adds the detail of the model. */
async function withModel(
  original: RawImage,
  size: { width: number; height: number },
  { models, threads = 2, device = 'cpu' }: UpscalingRequest,
  onProgress: EngineTools['onProgress'],
): Promise<EnlargedImage> {
  // The model takes blocks for detail.
  const image = { ...original, pixels: reduceBlocks(original) }
  const { image: large, device: used } = await enlargeColours(image, {
    model: models,
    threads,
    device,
    onProgress: (percent, stage) => onProgress(percent * 0.95, stage),
  })
  const work = sharp(await addDetail(image, large, size), { raw: { ...size, channels: 3 } })
  return {
    work: image.channels === 4 ? await withAlpha(work, image, size) : work,
    engine: { name: 'esrgan', version: '1.0.0', device: used },
    notes: image.pixels === original.pixels ? [] : [cleanedNote],
  }
}

async function withAlpha(colours: Sharp, image: RawImage, size: { width: number; height: number }) {
  const alpha = await sharp(image.pixels, { raw: image })
    .extractChannel(3)
    .resize(size.width, size.height, { fit: 'fill' })
    .raw()
    .toBuffer()
  const pixels = await colours.raw().toBuffer()
  const raw = { ...size, channels: 3 as const }
  return sharp(pixels, { raw }).joinChannel(alpha, { raw: { ...size, channels: 1 } })
}

const resamplingNote = 'Enlarged with Lanczos resampling and mild sharpening. No detail was added.'
const tooLargeNote = `The model is used up to ${maxAutoPixels / 1e6} megapixels. Send \`method: model\` to use it anyway.`

async function resampled(
  image: RawImage,
  size: { width: number; height: number },
  isFallback: boolean,
): Promise<EnlargedImage> {
  return {
    work: resample(image, size),
    engine: { name: 'lanczos3', version: sharp.versions.vips },
    notes: isFallback ? [resamplingNote, tooLargeNote] : [resamplingNote],
  }
}
