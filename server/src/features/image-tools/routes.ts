import { operation } from '../../http/operation.ts'
import { Submitted } from '../tasks/schemas.ts'
import { OutpaintBody, RemoveBackgroundBody } from './schemas.ts'
import { submitOutpainting, submitRemoveBackground } from './submit-tool.ts'

const tag = 'Image tools'
const reply = { task_id: '3f2a0b6e-9c1d-4f5a-8a77-5d0f2c9b1e64' }

/** A data: URL of a picture of 30 MB, and the rest of the body. */
const bodyLimitBytes = 45 * 1024 * 1024

/** Existing clients know the tools under two more addresses. */
const aliasesOf = (tool: string) => [
  `/api/v1/service/image-tools/${tool}`,
  `/api/v1/image-tools/${tool}`,
]

export function imageToolRoutes() {
  return [
    operation({
      id: 'removeBackground',
      method: 'POST',
      path: '/api/v1/tools/remove-background',
      aliases: aliasesOf('remove-background'),
      tag,
      summary: 'Remove the background of an image',
      description:
        'Answers with a task; poll `GET /api/v1/tasks/{task_id}` until SUCCESS or FAILURE.',
      permission: 'tools:write',
      bodyLimitBytes,
      body: RemoveBackgroundBody,
      status: 202,
      reply: Submitted,
      example: { body: { image_url: 'https://example.com/photo.jpg', magic_crop: true }, reply },
      handle: (deps, { actor, body }) => submitRemoveBackground(deps, actor, body),
    }),
    operation({
      id: 'outpaintImage',
      method: 'POST',
      path: '/api/v1/tools/image-outpainting',
      aliases: aliasesOf('image-outpainting'),
      tag,
      summary: 'Extend an image beyond its borders',
      description:
        'White in the mask is generated, black is kept bit for bit. Instead of a mask: `extend` in pixels, or `aspect_ratio`. Answers with a task.',
      permission: 'tools:write',
      bodyLimitBytes: 2 * bodyLimitBytes,
      body: OutpaintBody,
      status: 202,
      reply: Submitted,
      example: {
        body: {
          image_url: 'https://example.com/photo.jpg',
          mask_url: 'https://example.com/mask.png',
          prompt: 'a quiet beach at dusk',
          count: 2,
        },
        reply,
      },
      handle: (deps, { actor, body }) => submitOutpainting(deps, actor, body),
    }),
  ]
}
