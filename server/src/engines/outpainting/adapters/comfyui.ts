import { createHash, randomUUID } from 'node:crypto'
import { EngineError } from '../../engine-error.ts'
import { badAnswer } from '../../external/answer-error.ts'
import {
  bearer,
  callApi,
  callEngine,
  type EngineApi,
  type EngineContext,
  toCall,
  waitForEngine,
} from '../../external/call-engine.ts'
import { isObject } from '../../external/json.ts'
import { multipart } from '../../external/multipart.ts'
import { randomSeed } from '../variations.ts'
import { createAdapter, type GeneratedImage, type OutpaintEngine } from './adapter.ts'
import { followComfy } from './comfyui-progress.ts'
import { fillSlots, findSlots, type Slots } from './comfyui-template.ts'
import { maskPng } from './frame.ts'

export interface ComfyUiConfig {
  /** Such as http://127.0.0.1:8188. */
  baseUrl: string
  /** A workflow in ComfyUI's API format, with slots such as {{prompt}}. */
  workflow: object
  /** For a proxy in front of it; ComfyUI itself has no keys. */
  apiKey?: string
  maxSide?: number
  pollSeconds?: number
  /** For the whole run. */
  timeoutSeconds?: number
}

const callSeconds = 60

/** Runs a workflow on a ComfyUI server: upload, queue, follow, download. */
export function comfyUi(config: ComfyUiConfig): OutpaintEngine {
  const slots = findSlots(config.workflow)
  return createAdapter({
    name: 'comfyui',
    version: 'workflow',
    limits: { maxSide: config.maxSide ?? 1536, multipleOf: 8 },
    unused: (job) => [
      ...(job.negativePrompt && !slots.has('negative_prompt') ? ['negative_prompt'] : []),
      ...(job.guidanceScale !== undefined && !slots.has('guidance_scale')
        ? ['guidance_scale']
        : []),
    ],
    async generate(job, drawn, frame, context) {
      const image = await uploadImage(config, context, drawn.image)
      const mask = await uploadImage(config, context, await maskPng(drawn, frame))
      const values = {
        prompt: job.prompt ?? '',
        negative_prompt: job.negativePrompt ?? '',
        guidance_scale: job.guidanceScale ?? 7.5,
        seed: job.seed ?? randomSeed(),
        count: job.count,
        width: frame.width,
        height: frame.height,
        steps: 30,
        strength: 1,
        image,
        mask,
      }
      return runWorkflow(config, context, values, job.count)
    },
  })
}

/** Runs the workflow until it has made `count` images: in one batch if it has a slot for that. */
export async function runWorkflow(
  config: ComfyUiConfig,
  context: EngineContext,
  slots: Slots,
  count: number,
): Promise<GeneratedImage[]> {
  const made: GeneratedImage[] = []
  const first = Number(slots.seed ?? randomSeed())
  const runs = findSlots(config.workflow).has('count') ? 1 : count
  for (let run = 0; run < runs && made.length < count; run++) {
    // Without another seed, ComfyUI returns nothing for a workflow that it has just run.
    const seed = first + run
    const images = await runOnce(config, context, { ...slots, seed })
    made.push(...images.map((bytes) => ({ bytes, seed })))
  }
  return made
}

async function runOnce(
  config: ComfyUiConfig,
  context: EngineContext,
  slots: Slots,
): Promise<Uint8Array[]> {
  const client_id = randomUUID()
  const stopFollowing = followComfy(config.baseUrl, client_id, context)
  try {
    const body = { prompt: fillSlots(config.workflow, slots), client_id }
    const queued = await callApi(context, openApi(config), { path: '/prompt', body })
    if (typeof queued.prompt_id !== 'string') throw badAnswer('The engine did not queue the job.')
    const outputs = await waitForOutputs(config, context, queued.prompt_id)
    return Promise.all(listImages(outputs).map((query) => download(config, context, query)))
  } finally {
    stopFollowing()
  }
}

/** Uploads a PNG. The name comes from its content, so the same image is stored once. */
export async function uploadImage(
  config: ComfyUiConfig,
  context: EngineContext,
  bytes: Uint8Array,
): Promise<string> {
  const name = `atelier-${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.png`
  const { contentType, body } = multipart([
    { name: 'image', value: bytes, file: { name, type: 'image/png' } },
    { name: 'type', value: 'input' },
    { name: 'overwrite', value: 'true' },
  ])
  const call = { path: '/upload/image', body, contentType }
  const answer = await callApi(context, openApi(config), call)
  if (typeof answer.name !== 'string') throw badAnswer('The engine did not accept the image.')
  const folder = typeof answer.subfolder === 'string' ? answer.subfolder : ''
  return folder === '' ? answer.name : `${folder}/${answer.name}`
}

async function waitForOutputs(config: ComfyUiConfig, context: EngineContext, id: string) {
  const api = openApi(config)
  const alone = { fetch: context.fetch }
  const entry = await waitForEngine(
    context,
    { pollSeconds: config.pollSeconds ?? 1, maxSeconds: config.timeoutSeconds ?? 600 },
    async () => {
      const history = await callApi(context, api, { path: `/history/${encodeURIComponent(id)}` })
      return isObject(history[id]) ? history[id] : undefined
    },
    async () => {
      // Takes it out of the queue, or interrupts it if it runs. The response is empty.
      const post = (path: string, body: object) =>
        callEngine(alone, toCall(api, { path, body }), callSeconds).catch(() => {})
      await post('/queue', { delete: [id] })
      await post('/interrupt', { prompt_id: id })
    },
  )
  return readOutputs(entry)
}

function readOutputs(entry: Record<string, unknown>): Record<string, unknown> {
  const status = isObject(entry.status) ? entry.status : {}
  if (status.status_str === 'error') {
    const said = findError(status.messages)
    const message = said ? `The workflow failed: ${said}` : 'The workflow failed.'
    throw new EngineError('engine_failed', message, { cause: new Error(JSON.stringify(status)) })
  }
  return isObject(entry.outputs) ? entry.outputs : {}
}

/** Messages are pairs such as ["execution_error", {node_type, exception_message}]. */
function findError(messages: unknown): string | undefined {
  for (const message of Array.isArray(messages) ? messages : []) {
    const [kind, data] = Array.isArray(message) ? message : []
    if (kind !== 'execution_error' || !isObject(data)) continue
    return `${String(data.node_type)}: ${String(data.exception_message).trim().slice(0, 200)}`
  }
  return undefined
}

/** Previews have the type `temp`; results have `output`. */
function listImages(outputs: Record<string, unknown>): string[] {
  const images = Object.values(outputs).flatMap((output) =>
    isObject(output) && Array.isArray(output.images) ? output.images.filter(isObject) : [],
  )
  const results = images.filter(({ type }) => type === 'output')
  if (images.length === 0) {
    const message = 'The workflow made no image. It needs a node that saves one, such as SaveImage.'
    throw new EngineError('engine_workflow_unusable', message)
  }
  return (results.length > 0 ? results : images).map(({ filename, subfolder, type }) =>
    new URLSearchParams({
      filename: String(filename),
      subfolder: String(subfolder ?? ''),
      type: String(type ?? 'output'),
    }).toString(),
  )
}

function download(config: ComfyUiConfig, context: EngineContext, query: string) {
  return callEngine(context, toCall(openApi(config), { path: `/view?${query}` }), callSeconds)
}

function openApi({ baseUrl, apiKey }: ComfyUiConfig): EngineApi {
  return { baseUrl, authorization: bearer(apiKey), timeoutSeconds: callSeconds }
}
