import sharp from 'sharp'
import { badAnswer } from '../../external/answer-error.ts'
import {
  type ApiCall,
  bearer,
  callApi,
  callEngine,
  type EngineContext,
} from '../../external/call-engine.ts'
import { isObject } from '../../external/json.ts'
import { multipart, type Part } from '../../external/multipart.ts'
import type { Size } from '../plan-canvas.ts'
import { createAdapter, type GeneratedImage, type OutpaintEngine } from './adapter.ts'

export interface OpenAiEditsConfig {
  /** Without `/v1`, such as https://api.openai.com. */
  baseUrl: string
  apiKey?: string
  model: string
  /** The sizes the model supports. Defaults to those of gpt-image-1. */
  sizes?: Size[]
  timeoutSeconds?: number
}

export const gptImageSizes: Size[] = [
  { width: 1024, height: 1024 },
  { width: 1536, height: 1024 },
  { width: 1024, height: 1536 },
]

/** `POST /v1/images/edits` of OpenAI and compatible servers. */
export function openAiEdits(config: OpenAiEditsConfig): OutpaintEngine {
  return createAdapter({
    name: 'openai',
    version: config.model,
    limits: { sizes: config.sizes ?? gptImageSizes },
    unused: (job) => [
      ...(job.negativePrompt ? ['negative_prompt'] : []),
      ...(job.guidanceScale === undefined ? [] : ['guidance_scale']),
      ...(job.seed === undefined ? [] : ['seed']),
    ],
    async generate(job, drawn, frame, context) {
      const parts: Part[] = [
        { name: 'model', value: config.model },
        { name: 'prompt', value: job.prompt ?? '' },
        { name: 'n', value: String(job.count) },
        { name: 'size', value: `${frame.width}x${frame.height}` },
      ]
      const mask = await transparentWhereGenerated(drawn.mask, frame)
      parts.push(pngFile('image', drawn.image), pngFile('mask', mask))
      const { contentType, body } = multipart(parts)
      return askForImages(config, context, { path: '/v1/images/edits', contentType, body })
    },
  })
}

/** Sends a request to the images API and reads its images. */
export async function askForImages(
  config: OpenAiEditsConfig,
  context: EngineContext,
  call: ApiCall,
): Promise<GeneratedImage[]> {
  const { baseUrl, apiKey, timeoutSeconds = 180 } = config
  const answer = await callApi(
    context,
    { baseUrl, authorization: bearer(apiKey), timeoutSeconds },
    call,
  )
  if (!Array.isArray(answer.data)) throw badAnswer('The engine returned no data.')
  return Promise.all(answer.data.map((item) => readItem(item, context, timeoutSeconds)))
}

export function pngFile(name: string, value: Uint8Array): Part {
  return { name, value, file: { name: `${name}.png`, type: 'image/png' } }
}

/** Alpha 0 = edit, the opposite of our mask. */
async function transparentWhereGenerated(mask: Uint8Array, size: Size): Promise<Uint8Array> {
  const pixels = new Uint8Array(mask.length * 4)
  for (let i = 0; i < mask.length; i++) pixels[i * 4 + 3] = 255 - (mask[i] as number)
  const { width, height } = size
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}

async function readItem(
  item: unknown,
  context: EngineContext,
  timeoutSeconds: number,
): Promise<GeneratedImage> {
  if (isObject(item) && typeof item.b64_json === 'string') {
    return { bytes: Buffer.from(item.b64_json, 'base64') }
  }
  if (isObject(item) && typeof item.url === 'string') {
    // No key here: the URL is the provider's storage, or anything the response says.
    const bytes = await callEngine(context, { method: 'GET', url: item.url }, timeoutSeconds)
    return { bytes }
  }
  throw badAnswer('The engine returned neither b64_json nor url.')
}
