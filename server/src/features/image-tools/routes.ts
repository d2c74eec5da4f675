import type { Static, TObject } from 'typebox'
import type { Deps } from '../../deps.ts'
import { operation } from '../../http/operation.ts'
import type { Actor } from '../../http/permissions.ts'
import { Submitted } from '../tasks/schemas.ts'
import {
  BlurBackgroundBody,
  ConvertFormatBody,
  FillBody,
  OutpaintBody,
  RemoveBackgroundBody,
  ReplaceBackgroundBody,
  UpscaleBody,
} from './schemas.ts'
import {
  submitOutpainting,
  submitPainting,
  submitReplaceBackground,
  submitTool,
} from './submit-tool.ts'

/** A data: URL of a 30 MB image, and the rest of the body. */
const bodyLimitBytes = 45 * 1024 * 1024

const exampleImage = { image_url: 'https://example.com/photo.jpg' }
const exampleMask = { mask_url: 'https://example.com/mask.png' }

interface ToolDescription<B extends TObject> {
  id: string
  /** The last segment of its three paths. */
  name: string
  summary: string
  description?: string
  body: B
  /** How many images the body may contain as data: URLs. */
  pictures?: number
  example: object
  submit(deps: Deps, actor: Actor, body: Static<B>): Promise<Static<typeof Submitted>>
}

/** Existing clients use two additional paths for the tools. */
function tool<B extends TObject>({ name, pictures = 1, ...tool }: ToolDescription<B>) {
  return operation({
    id: tool.id,
    method: 'POST',
    path: `/api/v1/tools/${name}`,
    aliases: [`/api/v1/service/image-tools/${name}`, `/api/v1/image-tools/${name}`],
    tag: 'Image tools',
    summary: tool.summary,
    description: `${tool.description ? `${tool.description} ` : ''}Returns a task; poll \`GET /api/v1/tasks/{task_id}\` until SUCCESS or FAILURE.`,
    permission: 'tools:write',
    bodyLimitBytes: pictures * bodyLimitBytes,
    body: tool.body,
    status: 202,
    reply: Submitted,
    begins: 'task',
    example: {
      body: tool.example,
      reply: { task_id: '3f2a0b6e-9c1d-4f5a-8a77-5d0f2c9b1e64' },
    },
    handle: (deps, { actor, body }) => tool.submit(deps, actor, body),
  })
}

export function imageToolRoutes() {
  return [
    tool({
      id: 'removeBackground',
      name: 'remove-background',
      summary: 'Remove the background of an image',
      body: RemoveBackgroundBody,
      example: { ...exampleImage, magic_crop: true },
      submit: (deps, actor, body) => submitTool(deps, actor, 'remove-background', body),
    }),
    tool({
      id: 'outpaintImage',
      name: 'image-outpainting',
      summary: 'Extend an image beyond its borders',
      description:
        'White areas of the mask are generated; black areas stay bit for bit. Instead of a mask, you can send `extend` in pixels, or `aspect_ratio`.',
      body: OutpaintBody,
      pictures: 2,
      example: { ...exampleImage, ...exampleMask, prompt: 'a quiet beach at dusk', count: 2 },
      submit: submitOutpainting,
    }),
    tool({
      id: 'fillImage',
      name: 'generative-fill',
      summary: 'Fill a region inside an image',
      description:
        'The mask must be as large as the image. White areas are generated; the rest stays bit for bit. The embedded engine continues the surroundings of the region, so it can also remove objects.',
      body: FillBody,
      pictures: 2,
      example: { ...exampleImage, ...exampleMask, prompt: 'an empty table', count: 2 },
      submit: (deps, actor, body) => submitPainting(deps, actor, 'generative-fill', body),
    }),
    tool({
      id: 'replaceBackground',
      name: 'replace-background',
      summary: 'Replace the background of an image',
      description:
        'Takes either `background_color` or `background_url`. An image covers the whole area, centred.',
      body: ReplaceBackgroundBody,
      pictures: 2,
      example: { ...exampleImage, background_color: '#f4efe6' },
      submit: submitReplaceBackground,
    }),
    tool({
      id: 'blurBackground',
      name: 'blur-background',
      summary: 'Blur the background of an image',
      body: BlurBackgroundBody,
      example: { ...exampleImage, radius: 24 },
      submit: (deps, actor, body) => submitTool(deps, actor, 'blur-background', body),
    }),
    tool({
      id: 'upscaleImage',
      name: 'upscale',
      summary: 'Enlarge an image by resampling',
      description:
        'Lanczos resampling with mild sharpening. No detail is invented, and the result says so.',
      body: UpscaleBody,
      example: { ...exampleImage, factor: 2 },
      submit: (deps, actor, body) => submitTool(deps, actor, 'upscale', body),
    }),
    tool({
      id: 'convertFormat',
      name: 'convert-format',
      summary: 'Convert an image to another format',
      description: 'The result is upright, in sRGB, and has no metadata of the original.',
      body: ConvertFormatBody,
      example: { ...exampleImage, output_format: 'webp', quality: 80 },
      submit: (deps, actor, body) => submitTool(deps, actor, 'convert-format', body),
    }),
  ]
}
