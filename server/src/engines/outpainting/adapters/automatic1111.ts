import { badAnswer } from '../../external/answer-error.ts'
import { callApi, type EngineContext } from '../../external/call-engine.ts'
import { isObject } from '../../external/json.ts'
import type { OutpaintRequest } from '../outpaint-request.ts'
import { createAdapter, type GeneratedImage, type OutpaintEngine } from './adapter.ts'
import { type Frame, type FrameImages, maskPng } from './frame.ts'

export interface Automatic1111Config {
  /** Without a path, such as http://127.0.0.1:7860. */
  baseUrl: string
  /** For a server started with --api-auth. */
  user?: { name: string; password: string }
  /** The longest side to send. Stable Diffusion repeats itself far above its native size. */
  maxSide?: number
  timeoutSeconds?: number
}

/** `POST /sdapi/v1/img2img` of AUTOMATIC1111, Forge, SD.Next and stable-diffusion.cpp. */
export function automatic1111(config: Automatic1111Config): OutpaintEngine {
  return createAdapter({
    name: 'automatic1111',
    version: 'sdapi-v1',
    limits: { maxSide: config.maxSide ?? 1024, multipleOf: 8 },
    unused: () => [],
    async generate(job, drawn, frame, context) {
      return askSdApi(config, context, 'img2img', await buildRequest(job, drawn, frame))
    },
  })
}

/** Sends a request to the server's API and reads its images. */
export async function askSdApi(
  config: Automatic1111Config,
  context: EngineContext,
  operation: 'img2img' | 'txt2img',
  request: Record<string, unknown>,
): Promise<GeneratedImage[]> {
  const { baseUrl, user, timeoutSeconds = 300 } = config
  const pair = user && Buffer.from(`${user.name}:${user.password}`).toString('base64')
  const api = { baseUrl, authorization: pair && `Basic ${pair}`, timeoutSeconds }
  return readAnswer(await callApi(context, api, { path: `/sdapi/v1/${operation}`, body: request }))
}

async function buildRequest(
  job: OutpaintRequest,
  drawn: FrameImages,
  frame: Frame,
): Promise<Record<string, unknown>> {
  const { width, height } = frame
  const mask = await maskPng(drawn, frame)
  return {
    init_images: [Buffer.from(drawn.image).toString('base64')],
    mask: mask.toString('base64'), // white = fill, same as ours
    inpainting_mask_invert: 0,
    inpainting_fill: 0, // start from the colours around the hole
    inpaint_full_res: false, // use the whole image
    mask_blur: 4,
    denoising_strength: 1,
    resize_mode: 0,
    width,
    height,
    prompt: job.prompt ?? '',
    negative_prompt: job.negativePrompt ?? '',
    cfg_scale: job.guidanceScale ?? 7.5,
    seed: job.seed ?? -1,
    batch_size: job.count,
    n_iter: 1,
    steps: 30,
    save_images: false,
    send_images: true,
  }
}

/** Some servers put a contact sheet first; `info`, a JSON string, says so. */
function readAnswer(answer: Record<string, unknown>): GeneratedImage[] {
  if (!Array.isArray(answer.images)) throw badAnswer('The engine returned no images.')
  const info = readInfo(answer.info)
  const first = typeof info.index_of_first_image === 'number' ? info.index_of_first_image : 0
  const seeds = Array.isArray(info.all_seeds) ? info.all_seeds : []
  return answer.images.slice(first).map((image: unknown, i): GeneratedImage => {
    if (typeof image !== 'string') throw badAnswer('The engine returned no images.')
    const bytes = Buffer.from(image.replace(/^data:[^,]*,/, ''), 'base64')
    const seed: unknown = seeds[i]
    return typeof seed === 'number' ? { bytes, seed } : { bytes }
  })
}

function readInfo(info: unknown): Record<string, unknown> {
  if (typeof info !== 'string') return {}
  try {
    const parsed: unknown = JSON.parse(info)
    return isObject(parsed) ? parsed : {}
  } catch {
    return {}
  }
}
