import type { Static } from 'typebox'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import { tool } from '../image-tools/tool-operation.ts'
import { InpaintBody, PixToPixBody, ScribbleBody } from './schemas.ts'
import { type Submission, submitGeneration } from './submit-generation.ts'

const image_url = 'https://example.com/photo.jpg'
const needsEngine = 'Needs an external engine: `PUT /api/v1/engines/images`.'
/** The engine keeps the shape of the image where it can. */
const size = { width: 1024, height: 1024 }

/** Image tools that follow prompts, with the names and fields of existing clients. */
export function promptToolRoutes() {
  return [
    prompted({
      id: 'inpaintImage',
      name: 'magic-inpaint',
      summary: 'Change an image as a prompt says',
      body: InpaintBody,
      example: { image_url, prompt: 'make it snow' },
      submit: (deps, actor, { image_url: source, prompt, scale, ...rest }) =>
        submitEdit(deps, actor, source, {
          ...rest,
          request: {
            ...{ prompt, count: 1, size, strength: 0.6 },
            ...(scale !== undefined && { guidanceScale: scale }),
          },
        }),
    }),
    prompted({
      id: 'transformImage',
      name: 'pix-to-pix',
      summary: 'Create variants of an image from a prompt',
      body: PixToPixBody,
      example: { image_url, prompt: 'as a watercolour', counts: 2 },
      submit: (deps, actor, { image_url: source, prompt, counts = 1, ...rest }) => {
        const { image_guidance_scale: closeness = 1.5, ...more } = rest
        const strength = Math.max(0.1, Math.min(0.95, 1 - closeness / 6))
        const request = { prompt, count: counts, size, strength }
        return submitEdit(deps, actor, source, { ...more, request })
      },
    }),
    prompted({
      id: 'imageFromScribble',
      name: 'sd-scrible',
      summary: 'Create an image from a sketch and a prompt',
      body: ScribbleBody,
      example: { image_url, prompt: 'a castle on a hill', counts: 2 },
      submit: submitScribble,
    }),
  ]
}

function prompted<B extends Parameters<typeof tool>[0]['body']>(
  description: Omit<Parameters<typeof tool<B>>[0], 'path' | 'description' | 'problems'>,
) {
  return tool<B>({
    ...description,
    path: `/api/v1/service/image-tools/${description.name}`,
    description: needsEngine,
    problems: ['engine_needed'],
  })
}

function submitScribble(deps: Deps, actor: Actor, body: Static<typeof ScribbleBody>) {
  const { image, counts = 1, image_resolution = 1024, prompt } = body
  if ((image === undefined) === (body.image_url === undefined)) {
    throw invalid('image_url', 'send either this or image')
  }
  const side = Math.round(image_resolution / 64) * 64
  const { negative_prompt, steps, guidance_scale, storage, webhook_url } = body
  const field = image === undefined ? 'image_url' : 'image'
  return submitEdit(deps, actor, image ?? body.image_url ?? '', {
    field,
    ...(storage && { storage }),
    ...(webhook_url !== undefined && { webhook_url }),
    request: {
      ...{ prompt, count: counts, size: { width: side, height: side }, strength: 0.85 },
      ...(negative_prompt !== undefined && { negativePrompt: negative_prompt }),
      ...(steps !== undefined && { steps }),
      ...(guidance_scale !== undefined && { guidanceScale: guidance_scale }),
    },
  })
}

interface Edit extends Pick<Submission, 'request' | 'storage' | 'webhook_url'> {
  /** The request's name of the image. */
  field?: string
}

function submitEdit(
  deps: Deps,
  actor: Actor,
  source: string,
  { request, storage, webhook_url, field = 'image_url' }: Edit,
) {
  return submitGeneration(deps, actor, {
    ...{ request, references: [source], fields: [field] },
    ...(storage && { storage }),
    ...(webhook_url !== undefined && { webhook_url }),
  })
}
