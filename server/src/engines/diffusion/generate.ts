import type { EngineTools } from '../declare-engine.ts'
import type { Device } from '../device/probe-device.ts'
import { EngineError } from '../engine-error.ts'
import { planes } from '../image-planes.ts'
import { checkMemory } from './check-memory.ts'
import { denoise, type KnownPicture } from './denoise.ts'
import { gaussianNoise } from './gaussian-noise.ts'
import type { Precision } from './graph-operations.ts'
import { encodeKnown } from './known-picture.ts'
import { decodeLatents, encodeText, latentSize } from './networks.ts'
import { type DiffusionModel, type ModelFiles, openModel, type Size } from './open-model.ts'
import { type GenerationSettings, planGeneration, type Quality } from './plan-generation.ts'
import { createSchedule } from './schedules.ts'
import { openTokenizer, padTokens } from './tokenizer.ts'

export interface GenerateRequest extends Size {
  prompt: string
  negativePrompt?: string
  /** RGB. Without an image, the whole picture is created. */
  image?: Uint8Array
  /** One byte per pixel: 128 and more where the picture is created. */
  mask?: Uint8Array
  count: number
  /** The same seed gives the same picture on the same device. The next picture has the next seed. */
  seed: number
  quality: Quality
  steps?: number
  guidanceScale?: number
  sampler?: 'ddim' | 'euler'
  models: ModelFiles & { vocabulary: string }
  threads: number
  device: Device
  precision?: Precision
}

export interface GeneratedPictures {
  /** RGB. Known pixels are only similar to the image's: paste those over them. */
  pictures: { seed: number; pixels: Uint8Array }[]
  settings: GenerationSettings
  device: Device
  warnings: string[]
}

/** Creates pictures, or the masked part of one, from a text. */
export async function generate(
  request: GenerateRequest,
  { signal, onProgress }: Pick<EngineTools, 'signal' | 'onProgress'>,
): Promise<GeneratedPictures> {
  const { models, threads, device, precision } = request
  const { settings, warnings } = planGeneration({
    ...request,
    hasNegativePrompt: (request.negativePrompt ?? '') !== '',
    hasLora: models.lora !== undefined,
    hasTinyVae: models.tinyVae !== undefined,
  })
  checkPixels(request)
  onProgress(0, 'loading the model')
  const { lora, ...others } = models
  await using model = await openModel(
    { ...others, ...(settings.usesLora && lora !== undefined && { lora }) },
    { threads, device, ...(precision && { precision }) },
  )
  checkMemory(model, { size: request, settings })
  signal.throwIfAborted()
  const prompt = await encodePrompts(model, request, settings)
  signal.throwIfAborted()
  const known = await knownPart(model, request, settings)
  const latents = await denoiseAll(model, request, {
    ...{ settings, known, states: prompt.states, signal, onProgress },
  })
  await model.release('unet')
  const pictures = []
  for (const [index, values] of latents.entries()) {
    signal.throwIfAborted()
    onProgress(90 + (10 * index) / latents.length, 'decoding')
    const decoded = await decodeLatents(model, values, request, settings.vae)
    pictures.push({ seed: request.seed + index, pixels: toPixels(decoded) })
  }
  return { pictures, settings, device: model.device(), warnings: [...warnings, ...prompt.warnings] }
}

function checkPixels({ image, mask, width, height }: GenerateRequest): void {
  const count = width * height
  const isWhole = image?.length === count * 3 && mask?.length === count
  if (isWhole || (!image && !mask)) return
  throw new EngineError('size_not_supported', 'The image and the mask need the size of the result.')
}

const cutNote = 'The prompt is longer than the model can read. The end was ignored.'

async function encodePrompts(
  model: DiffusionModel,
  { prompt, negativePrompt = '', models }: GenerateRequest,
  { guidanceScale }: GenerationSettings,
): Promise<{ states: Float32Array; warnings: string[] }> {
  const tokenizer = await openTokenizer(models.vocabulary)
  const texts = guidanceScale === 1 ? [prompt] : [negativePrompt, prompt]
  const tokens = texts.map((text) => padTokens(tokenizer.encode(text), model.positions))
  const states = await encodeText(
    model,
    tokens.map(({ ids }) => ids),
  )
  await model.release('text-encoder')
  return { states, warnings: tokens.some(({ isCut }) => isCut) ? [cutNote] : [] }
}

/** Without an image, a network for inpainting gets an empty one. */
async function knownPart(
  model: DiffusionModel,
  { image, mask, ...request }: GenerateRequest,
  { vae }: GenerationSettings,
): Promise<KnownPicture | undefined> {
  const { channels } = model
  if (!image && channels.input === channels.latents) return undefined
  const count = request.width * request.height
  const known = await encodeKnown(
    model,
    {
      pixels: image ? planes(image, (value) => value / 127.5 - 1) : new Float32Array(count * 3),
      mask: mask
        ? Float32Array.from(mask, (value) => value / 255)
        : new Float32Array(count).fill(1),
    },
    request,
    vae,
  )
  await model.release(vae === 'tiny' ? 'tiny-encoder' : 'vae-encoder')
  return known
}

interface DenoiseAll extends Pick<EngineTools, 'signal' | 'onProgress'> {
  settings: GenerationSettings
  known: KnownPicture | undefined
  states: Float32Array
}

async function denoiseAll(
  model: DiffusionModel,
  { count, seed, ...request }: GenerateRequest,
  { settings, known, states, signal, onProgress }: DenoiseAll,
): Promise<Float32Array[]> {
  const { width, height } = latentSize(request)
  const length = model.channels.latents * width * height
  const total = count * settings.steps
  const found: Float32Array[] = []
  for (let index = 0; index < count; index++) {
    const noise = gaussianNoise(seed + index)
    const job = {
      schedule: createSchedule(settings.sampler, settings.steps),
      guidance: { states, scale: settings.guidanceScale },
      ...{ known, size: request, noise: noise(length), fresh: () => noise(length) },
    }
    const onStep = (step: number) => {
      const done = index * settings.steps + step + 1
      onProgress(10 + (80 * done) / total, `step ${done} of ${total}`)
    }
    found.push(await denoise(model, job, { signal, onStep }))
  }
  return found
}

/** Planes from -1 to 1 to RGB. */
function toPixels(values: Float32Array): Uint8Array {
  const count = values.length / 3
  const pixels = new Uint8ClampedArray(values.length)
  for (let at = 0; at < count; at++) {
    for (let channel = 0; channel < 3; channel++) {
      pixels[at * 3 + channel] = ((values[channel * count + at] as number) + 1) * 127.5
    }
  }
  return new Uint8Array(pixels.buffer)
}
