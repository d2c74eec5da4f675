import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { EngineTools } from '../declare-engine.ts'
import { decodeImage } from '../decode-image.ts'
import { badAnswer } from '../external/answer-error.ts'
import { openExternalFetch } from '../external/fetch.ts'
import { type ExternalEngineSettings, imageEngineConfig } from '../external/settings.ts'
import { openExternalConnect } from '../external/socket.ts'
import type { EngineConfig } from '../outpainting/adapters/create-engine.ts'
import { type GenerationRequest, generate } from './generate.ts'

export interface ImageGenerationRequest {
  request: GenerationRequest
  /** Images that the result is based on. */
  referencePaths: string[]
  /** The results are written to <outputPath>-0, <outputPath>-1, … */
  outputPath: string
  settings: ExternalEngineSettings
  /** Ranges of the operator's network that the engine may use. */
  allowCidrs?: readonly string[]
}

/** The longest side of a reference. Larger ones help no engine. */
const maxReferenceSide = 1536

/** Generates images on an external engine. In the child process, because it decodes images. */
export async function run(input: ImageGenerationRequest, { onProgress, signal }: EngineTools) {
  const startedAt = performance.now()
  const references = await Promise.all(
    input.referencePaths.map(async (path) => toReference(await readFile(path))),
  )
  const engine = imageEngineConfig(input.settings)
  const { kind } = engine
  onProgress(5, `waiting for ${kind}`)
  const { allowCidrs = [] } = input
  const context = {
    fetch: openExternalFetch(allowCidrs),
    connect: openExternalConnect(allowCidrs),
    onProgress,
    signal,
  }
  const { made, unused } = await generate(engine, input.request, references, context)
  onProgress(90, 'reading the images')
  const images = []
  for (const [index, { bytes, seed }] of made.entries()) {
    const { pixels, ...raw } = await decodeImage(bytes, 'engine').catch((cause: unknown) => {
      throw badAnswer('The engine’s response is not an image.', cause)
    })
    const path = `${input.outputPath}-${index}`
    await writeFile(path, await sharp(pixels, { raw }).png({ compressionLevel: 6 }).toBuffer())
    const { width, height } = raw
    images.push({
      path,
      width,
      height,
      contentType: 'image/png',
      ...(seed !== undefined && { seed }),
    })
  }
  const missing = input.request.count - images.length
  return {
    images,
    engine: { name: kind, version: readVersion(engine), prompt_applied: true },
    warnings: [
      ...unused.map((field) => `The engine ${kind} does not support ${field}, so it was ignored.`),
      ...(missing > 0
        ? [`The engine created ${images.length} of ${input.request.count} images.`]
        : []),
    ],
    timings: { totalMs: performance.now() - startedAt },
  }
}

async function toReference(bytes: Uint8Array): Promise<Uint8Array> {
  const { pixels, ...raw } = await decodeImage(bytes, 'image_url')
  return sharp(pixels, { raw })
    .resize(maxReferenceSide, maxReferenceSide, { fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
}

function readVersion(engine: EngineConfig): string {
  if (engine.kind === 'openai') return engine.model
  if (engine.kind === 'comfyui') return 'workflow'
  return engine.kind === 'replicate' ? engine.version : 'sdapi-v1'
}
