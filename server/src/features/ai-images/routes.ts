import { listSchema } from '../../http/pagination.ts'
import { resource } from '../../http/resource.ts'
import { UuidParams } from '../../http/schemas.ts'
import { bodyLimitBytes } from '../image-tools/tool-operation.ts'
import { promptToolRoutes } from './prompt-tools.ts'
import { getGeneration, listImageModels } from './read-generation.ts'
import {
  GenerateBody,
  Generation,
  GenerationStatus,
  GenerationV2,
  ImageModel,
  ModelQuery,
} from './schemas.ts'
import { submitAiImage } from './submit-generation.ts'

const id = '3f2a0b6e-9c1d-4f5a-8a77-5d0f2c9b1e64'
const needsEngine =
  'Needs an external engine: `PUT /api/v1/engines/images`. Without one, the error lists the engines that you can connect.'

const exampleBody = {
  model: 'gpt-image-1',
  capability: 'prompt',
  parameters: { prompt: 'A lighthouse at dawn', aspect_ratio: '16:9', count: 2 },
}

const aiImages = resource({
  tag: 'Generated images',
  path: '/api/v1',
  read: 'tasks:read',
  write: 'tools:write',
  params: UuidParams,
  notFound: 'task_not_found',
  example: { params: { id } },
})

export function aiImageRoutes() {
  return [
    aiImages.post('/service/ai-image/generate', {
      id: 'generateAiImage',
      summary: 'Generate images from a prompt',
      description: needsEngine,
      bodyLimitBytes,
      body: GenerateBody,
      reply: Generation,
      begins: 'task',
      problems: ['engine_needed'],
      example: { body: exampleBody, reply: { task_id: id, id, art_variation_id: id } },
      handle: async (deps, { actor, body }) => {
        const { task_id } = await submitAiImage(deps, actor, body)
        return { task_id, id: task_id, art_variation_id: task_id }
      },
    }),
    aiImages.get('/service/ai-image/status/{id}', {
      id: 'getAiImageStatus',
      summary: 'Poll generated images',
      reply: GenerationStatus,
      example: {
        reply: {
          ...{ id, job_status: 'DONE', modified: '2026-11-15T09:31:00.000Z' },
          images: [{ asset_id: id, url: 'https://atelier.example.com/files/generated.png' }],
        },
      },
      handle: (deps, { actor, params }) => getGeneration(deps, actor, params.id),
    }),
    aiImages.get('/service/ai-image/models', {
      id: 'listAiImageModels',
      summary: 'List models that generate images',
      description: 'The model of the connected engine. Empty without one.',
      permission: 'workspaces:read',
      query: ModelQuery,
      reply: listSchema(ImageModel),
      example: {
        reply: {
          count: 1,
          results: [
            {
              ...{ id: 'gpt-image-1', name: 'gpt-image-1', provider: 'openai' },
              capabilities: ['prompt', 'reference_image', 'multiple_images'],
            },
          ],
        },
      },
      handle: (deps, { actor, query }) => listImageModels(deps, actor, query),
    }),
    aiImages.post('/ai/image/ai-generate-image-v2', {
      id: 'submitAiImage',
      summary: 'Generate images, with the names of existing clients',
      description: `${needsEngine} With \`storage: "transient"\`, \`info.result\` is a list of URLs.`,
      bodyLimitBytes,
      body: GenerateBody,
      reply: GenerationV2,
      begins: 'task',
      problems: ['engine_needed'],
      example: { body: exampleBody, reply: { task_id: id, storage: 'asset' } },
      handle: async (deps, { actor, body }) => {
        const { storage = 'asset' } = body
        const more = storage === 'transient' ? { links_only: true as const } : {}
        const { task_id } = await submitAiImage(deps, actor, body, more)
        return { task_id, storage }
      },
    }),
    ...promptToolRoutes(),
  ]
}
