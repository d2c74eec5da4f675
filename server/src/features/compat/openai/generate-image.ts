import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Deps } from '../../../deps.ts'
import type { Call, Exchange } from '../../../http/operation.ts'
import type { Actor } from '../../../http/permissions.ts'
import { imageEngine, requireImageEngine } from '../../ai-images/image-engine.ts'
import { submitGeneration } from '../../ai-images/submit-generation.ts'
import { findExternalEngine } from '../../engines/read-engines.ts'
import { submitPainting } from '../../image-tools/submit-tool.ts'
import { waitForTask } from '../../tasks/wait-for-task.ts'
import type { ToolResult } from '../open-result.ts'
import { describeWaiting, submitOnce } from '../submit-once.ts'
import { parseSize, sizePattern } from './image-size.ts'
import { requireModel } from './models.ts'
import { convertImages, sendImages, type WantedImages } from './send-images.ts'

export const GenerateBody = Type.Object({
  prompt: Type.String({ minLength: 1, maxLength: 4000 }),
  model: Type.Optional(Type.String({ maxLength: 100 })),
  n: Type.Optional(Type.Integer({ minimum: 1, maximum: 8, default: 1 })),
  size: Type.Optional(
    Type.String({
      maxLength: 9,
      pattern: sizePattern.source,
      default: 'auto',
      description: 'Width and height, such as 1024x1024; each at most 2048.',
    }),
  ),
  response_format: Type.Optional(Type.Enum(['url', 'b64_json'])),
  output_format: Type.Optional(Type.Enum(['png', 'jpeg', 'webp'], { default: 'png' })),
  output_compression: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
})

type GenerateBody = Static<typeof GenerateBody>

/** Generates images from a prompt with the external engine that the workspace has chosen. */
export async function generateImage(
  deps: Deps,
  call: Call<unknown, unknown, unknown>,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const { actor } = call
  const body = call.body as GenerateBody
  requireModel(body.model, 'image')
  const painter = await onlyPainter(deps, actor)
  if (!painter) await requireImageEngine(deps, actor)
  const { task_id } = await submitOnce(deps, request, {
    operationId: 'openAiGenerateImage',
    input: body,
    submit: painter
      ? (inside) => submitToPainter(inside, actor, body)
      : (inside) => submitToGenerator(inside, actor, body),
  })
  const wanted: WantedImages = {
    asUrl: (body.response_format ?? (body.model?.startsWith('dall-e') ? 'url' : '')) === 'url',
    format: body.output_format ?? 'png',
    quality: body.output_compression,
  }
  const waiting = describeWaiting(call, request)
  const made = await waitForTask<ToolResult>(deps, actor, task_id, waiting)
  return sendImages(deps, reply, await convertImages(deps, actor, made, wanted, waiting), wanted)
}

function submitToGenerator(deps: Deps, actor: Actor, { prompt, n = 1, size }: GenerateBody) {
  return submitGeneration(deps, actor, {
    request: { prompt, count: n, size: parseSize(size) },
    ...{ references: [], fields: [], storage: 'transient' },
  })
}

/** The engine for outpainting if it is all there is and generates nothing without an image. */
async function onlyPainter(deps: Deps, { workspaceId }: Actor) {
  if (await imageEngine(deps, workspaceId)) return undefined
  return findExternalEngine(deps, workspaceId, 'outpainting')
}

/** An engine for outpainting can fill a blank canvas. */
async function submitToPainter(deps: Deps, actor: Actor, { prompt, n = 1, size }: GenerateBody) {
  const [canvas, mask] = await blankCanvas(size)
  return submitPainting(deps, actor, 'generative-fill', {
    ...{ image_url: canvas, mask_url: mask, from_nothing: true },
    ...{ prompt, count: n, storage: 'transient' },
  })
}

/** One colour each, so they are small whatever their size. */
async function blankCanvas(size?: string): Promise<[canvas: string, mask: string]> {
  const { default: sharp } = await import('sharp')
  const limited = parseSize(size)
  const blank = async (background: string) => {
    const png = sharp({ create: { ...limited, channels: 3, background } }).png()
    return `data:image/png;base64,${(await png.toBuffer()).toString('base64')}`
  }
  return [await blank('#808080'), await blank('#ffffff')]
}
