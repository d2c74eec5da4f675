import { badAnswer } from '../external/answer-error.ts'
import type { EngineContext } from '../external/call-engine.ts'
import { multipart, type Part } from '../external/multipart.ts'
import type { GeneratedImage } from '../outpainting/adapters/adapter.ts'
import { askSdApi } from '../outpainting/adapters/automatic1111.ts'
import { type ComfyUiConfig, runWorkflow, uploadImage } from '../outpainting/adapters/comfyui.ts'
import type { EngineConfig } from '../outpainting/adapters/create-engine.ts'
import { askForImages, gptImageSizes, pngFile } from '../outpainting/adapters/openai-edits.ts'
import { hand, predict } from '../outpainting/adapters/replicate.ts'
import { nearestSize, type Size } from './image-size.ts'

/** Size and shape are wishes: engines support different ones. */
export interface GenerationRequest {
  prompt: string
  negativePrompt?: string
  count: number
  size: Size
  seed?: number
  guidanceScale?: number
  /** For engines that run in steps. */
  steps?: number
  /** How far the result may be from the first image: 0 to 1. */
  strength?: number
}

/** PNG files that the result is based on. */
type References = readonly Uint8Array[]

export async function generate(
  config: EngineConfig,
  request: GenerationRequest,
  references: References,
  context: EngineContext,
): Promise<{ made: GeneratedImage[]; unused: string[] }> {
  const made = await ask(config, request, references, context)
  if (made.length === 0) throw badAnswer('The engine returned no image.')
  return { made: made.slice(0, request.count), unused: listUnused(config, request, references) }
}

function ask(
  config: EngineConfig,
  request: GenerationRequest,
  references: References,
  context: EngineContext,
): Promise<GeneratedImage[]> {
  const { prompt, negativePrompt, count, seed, guidanceScale } = request
  if (config.kind === 'openai') {
    const { width, height } = nearestSize(request.size, config.sizes ?? gptImageSizes)
    const fields = { model: config.model, prompt, n: count, size: `${width}x${height}` }
    return askForImages(config, context, openAiRequest(fields, references))
  }
  if (config.kind === 'automatic1111') {
    const operation = references.length > 0 ? 'img2img' : 'txt2img'
    return askSdApi(config, context, operation, sdRequest(request, references))
  }
  if (config.kind === 'comfyui') return askComfyUi(config, request, references, context)
  return predictImages()

  async function predictImages() {
    if (config.kind !== 'replicate') return []
    const [first] = references
    const image = first && (await hand(first, 'image.png', config, context))
    const { width, height } = request.size
    const input = {
      ...{ prompt, num_outputs: count, width, height },
      ...(image !== undefined && { image, prompt_strength: request.strength ?? 0.75 }),
      ...(negativePrompt && { negative_prompt: negativePrompt }),
      ...(guidanceScale !== undefined && { guidance_scale: guidanceScale }),
      ...(request.steps !== undefined && { num_inference_steps: request.steps }),
      ...(seed !== undefined && { seed }),
    }
    return predict(config, context, input, count)
  }
}

/** The workflow decides what it uses; a reference goes into its slot for an image. */
async function askComfyUi(
  config: ComfyUiConfig,
  { prompt, negativePrompt = '', count, size, seed, ...request }: GenerationRequest,
  [first]: References,
  context: EngineContext,
): Promise<GeneratedImage[]> {
  const slots = {
    ...{ prompt, negative_prompt: negativePrompt, count, ...size },
    ...{ guidance_scale: request.guidanceScale ?? 7, steps: request.steps ?? 30 },
    strength: request.strength ?? 0.75,
    ...(seed !== undefined && { seed }),
    ...(first && { image: await uploadImage(config, context, first) }),
  }
  return runWorkflow(config, context, slots, count)
}

function openAiRequest(fields: Record<string, string | number>, references: References) {
  if (references.length === 0) {
    return { path: '/v1/images/generations', body: fields }
  }
  const parts: Part[] = Object.entries(fields).map(([name, value]) => ({
    ...{ name, value: String(value) },
  }))
  const field = references.length > 1 ? 'image[]' : 'image'
  for (const image of references) parts.push(pngFile(field, image))
  return { path: '/v1/images/edits', ...multipart(parts) }
}

function sdRequest(request: GenerationRequest, [first]: References): Record<string, unknown> {
  const { width, height } = request.size
  return {
    ...{ prompt: request.prompt, negative_prompt: request.negativePrompt ?? '' },
    ...{ width, height, batch_size: request.count, n_iter: 1 },
    cfg_scale: request.guidanceScale ?? 7,
    seed: request.seed ?? -1,
    steps: request.steps ?? 30,
    ...(first && {
      init_images: [Buffer.from(first).toString('base64')],
      denoising_strength: request.strength ?? 0.75,
    }),
    ...{ save_images: false, send_images: true },
  }
}

/** The fields of the request that this engine can't use. */
function listUnused(
  { kind }: EngineConfig,
  request: GenerationRequest,
  references: References,
): string[] {
  const more = kind !== 'openai' && references.length > 1 ? ['more than one reference image'] : []
  if (kind !== 'openai') return more
  return [
    ...(request.negativePrompt ? ['negative_prompt'] : []),
    ...(request.guidanceScale === undefined ? [] : ['guidance_scale']),
    ...(request.seed === undefined ? [] : ['seed']),
    ...(request.steps === undefined ? [] : ['steps']),
  ]
}
