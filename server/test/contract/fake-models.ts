import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { decodeImage } from '../../src/engines/decode-image.ts'
import { EngineError } from '../../src/engines/engine-error.ts'
import { layOut } from '../../src/engines/outpainting/canvas.ts'
import { encodeResult } from '../../src/engines/outpainting/encode-result.ts'
import { prepare } from '../../src/engines/outpainting/prepare.ts'
import { withFiles } from '../../src/engines/outpainting/request-files.ts'
import type { Engines } from '../../src/engines.ts'
import { isInBall, sampleRadius, sampleSize } from '../samples.ts'

const { width, height } = sampleSize
const ball = {
  left: width / 2 - sampleRadius,
  top: height / 2 - sampleRadius,
  width: 2 * sampleRadius,
  height: 2 * sampleRadius,
}
const words = ['Hello', 'and', 'welcome', 'to', 'the', 'show.']

/**
 * Replaces the models by functions that know the sample, in this process. The slow test of the
 * contract runs the models.
 */
export function fakeModels(engines: Engines): void {
  engines.removeBackground = async (job) => {
    const { imagePath, outputPath, magicCrop, backgroundColor, outputFormat = 'png' } = job
    const { pixels: colours } = await decodeImage(imagePath, 'image_url')
    const pixels = Uint8Array.from({ length: width * height * 4 }, (_, at) => {
      const pixel = Math.floor(at / 4)
      if (at % 4 < 3) return colours[pixel * 3 + (at % 4)] as number
      return isInBall(pixel % width, Math.floor(pixel / width)) ? 255 : 0
    })
    const image = sharp(pixels, { raw: { width, height, channels: 4 } })
    if (magicCrop) image.extract(ball)
    if (backgroundColor) image.flatten({ background: backgroundColor })
    const { data, info } = await image.toFormat(outputFormat).toBuffer({ resolveWithObject: true })
    await writeFile(outputPath, data)
    return {
      bytes: data.length,
      width: info.width,
      height: info.height,
      contentType: `image/${outputFormat}`,
      foreground: ball,
      alphaCoverage: (Math.PI * sampleRadius ** 2) / (width * height),
      engine: { name: 'isnet', version: '0', device: 'cpu' },
      warnings: [],
      timings: { readMs: 0, inferenceMs: 0, refineMs: 0, writeMs: 0, totalMs: 0 },
    }
  }
  // The new area stays black.
  engines.outpaint = (job) =>
    withFiles(job, async (files) => {
      const { image, plan } = await prepare(files)
      const { pixels } = layOut(image, plan)
      const bytes = await encodeResult(pixels, image, plan)
      const { width, height } = plan
      const seeds = Array.from({ length: files.count }, (_, at) => (files.seed ?? 0) + at)
      return {
        results: seeds.map((seed) => {
          return { bytes, width, height, contentType: 'image/png' as const, seed }
        }),
        engine: { name: 'migan', version: '0', promptApplied: false },
        warnings: [],
        timings: { readMs: 0, generateMs: 0, encodeMs: 0, totalMs: 0 },
      }
    })
  engines.transcribe = async (_request, { onPart } = {}) => {
    const spoken = words.map((text, at) => {
      return { text, startMs: at * 300, endMs: at * 300 + 250, confidence: 1 }
    })
    const phrase = { startMs: 0, endMs: 1750, text: words.join(' '), words: spoken }
    onPart?.({ phrases: [phrase], doneMs: 2000 })
    const engine = { name: 'moonshine', version: '0', device: 'cpu' } as const
    return { durationMs: 2000, engine, language: 'en', warnings: [] }
  }
  engines.renderVideo = () =>
    Promise.reject(new EngineError('engine_disabled', 'This test renders no videos.'))
}
