import { EngineError } from '../../engine-error.ts'
import { badAnswer, contentRefused, isRefusal } from '../../external/answer-error.ts'
import {
  bearer,
  callApi,
  callEngine,
  type EngineApi,
  type EngineContext,
  waitForEngine,
} from '../../external/call-engine.ts'
import { isObject } from '../../external/json.ts'
import { multipart } from '../../external/multipart.ts'
import type { OutpaintRequest } from '../outpaint-request.ts'
import { createAdapter, type GeneratedImage, type OutpaintEngine } from './adapter.ts'
import { type Frame, type FrameImages, maskPng } from './frame.ts'

export interface ReplicateConfig {
  /** Without `/v1`, such as https://api.replicate.com. */
  baseUrl: string
  token: string
  /** A version id, or `owner/name` to use a model's latest version. */
  version: string
  maxSide?: number
  /** Files up to this size are sent inline. Larger ones are uploaded first. */
  inlineBytes?: number
  pollSeconds?: number
  /** Timeouts for one call, and for the whole prediction. */
  timeoutSeconds?: number
  predictionSeconds?: number
}

type Prediction = Record<string, unknown>

/** Predictions of Replicate and compatible servers: create, poll, then download. */
export function replicate(config: ReplicateConfig): OutpaintEngine {
  return createAdapter({
    name: 'replicate',
    version: config.version,
    limits: { maxSide: config.maxSide ?? 1024, multipleOf: 8 },
    unused: () => [],
    async generate(job, drawn, frame, context) {
      const input = await buildInput(job, drawn, frame, config, context)
      return predict(config, context, input, job.count)
    },
  })
}

/** Creates a prediction, waits for it, and downloads its images. */
export async function predict(
  config: ReplicateConfig,
  context: EngineContext,
  input: Record<string, unknown>,
  count: number,
): Promise<GeneratedImage[]> {
  const named = config.version.includes('/')
  const path = named ? `/v1/models/${config.version}/predictions` : '/v1/predictions'
  const body = named ? { input } : { version: config.version, input }
  const created = await callApi(context, openApi(config), { path, body })
  const ended = await waitForPrediction(created, config, context)
  return fetchOutputs(ended.output, count, config, context)
}

async function buildInput(
  job: OutpaintRequest,
  drawn: FrameImages,
  frame: Frame,
  config: ReplicateConfig,
  context: EngineContext,
): Promise<Record<string, unknown>> {
  const mask = await maskPng(drawn, frame)
  return {
    image: await hand(drawn.image, 'image.png', config, context),
    mask: await hand(mask, 'mask.png', config, context), // white = fill, same as ours
    prompt: job.prompt ?? '',
    num_outputs: job.count,
    ...(job.negativePrompt ? { negative_prompt: job.negativePrompt } : {}),
    ...(job.guidanceScale === undefined ? {} : { guidance_scale: job.guidanceScale }),
    ...(job.seed === undefined ? {} : { seed: job.seed }),
  }
}

/** The image inline, or the URL of its upload. */
export async function hand(
  bytes: Uint8Array,
  name: string,
  config: ReplicateConfig,
  context: EngineContext,
): Promise<string> {
  if (bytes.length <= (config.inlineBytes ?? 1_000_000)) {
    return `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`
  }
  const { contentType, body } = multipart([
    { name: 'content', value: bytes, file: { name, type: 'image/png' } },
  ])
  const file = await callApi(context, openApi(config), { path: '/v1/files', body, contentType })
  const url = isObject(file.urls) ? file.urls.get : undefined
  if (typeof url !== 'string') throw badAnswer('The engine did not accept the file.')
  return url
}

async function waitForPrediction(
  created: Prediction,
  config: ReplicateConfig,
  context: EngineContext,
): Promise<Prediction> {
  const { id } = created
  if (typeof id !== 'string') throw badAnswer('The engine did not return a prediction id.')
  if (hasEnded(created)) return created
  const path = `/v1/predictions/${encodeURIComponent(id)}`
  const api = openApi(config)
  return waitForEngine(
    context,
    { pollSeconds: config.pollSeconds ?? 2, maxSeconds: config.predictionSeconds ?? 600 },
    async () => {
      const prediction = await callApi(context, api, { path })
      return hasEnded(prediction) ? prediction : undefined
    },
    () => callApi({ fetch: context.fetch }, api, { path: `${path}/cancel`, body: {} }),
  )
}

function hasEnded({ status, error }: Prediction): boolean {
  if (status === 'succeeded') return true
  if (status === 'starting' || status === 'processing') return false
  const said = typeof error === 'string' ? error : ''
  if (isRefusal(said)) throw contentRefused(said)
  throw new EngineError('engine_failed', 'The engine could not create the image.', {
    retryable: true,
    cause: new Error(`prediction ${String(status)}: ${said}`),
  })
}

async function fetchOutputs(
  output: unknown,
  count: number,
  config: ReplicateConfig,
  context: EngineContext,
): Promise<GeneratedImage[]> {
  const urls: unknown[] = Array.isArray(output) ? output : [output]
  return Promise.all(
    urls.slice(0, count).map(async (url): Promise<GeneratedImage> => {
      if (typeof url !== 'string') throw badAnswer('The engine returned no images.')
      const inline = /^data:[^,]*;base64,/.exec(url)
      if (inline) return { bytes: Buffer.from(url.slice(inline[0].length), 'base64') }
      const call = { method: 'GET' as const, url }
      return { bytes: await callEngine(context, call, config.timeoutSeconds ?? 60) }
    }),
  )
}

function openApi({ baseUrl, token, timeoutSeconds = 60 }: ReplicateConfig): EngineApi {
  return { baseUrl, authorization: bearer(token), timeoutSeconds }
}
