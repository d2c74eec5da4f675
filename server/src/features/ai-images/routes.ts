import { operation } from '../../http/operation.ts'
import { listOf } from '../../http/pagination.ts'
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

const tag = 'Generated images'
const base = '/api/v1/service/ai-image'
const id = '3f2a0b6e-9c1d-4f5a-8a77-5d0f2c9b1e64'
const needsEngine =
  'Needs an external engine: `PUT /api/v1/engines/images`. Without one, the error lists the engines that you can connect.'

const exampleBody = {
  model: 'gpt-image-1',
  capability: 'prompt',
  parameters: { prompt: 'A lighthouse at dawn', aspect_ratio: '16:9', count: 2 },
}

export function aiImageRoutes() {
  return [
    operation({
      id: 'generateAiImage',
      method: 'POST',
      path: `${base}/generate`,
      tag,
      summary: 'Generate images from a prompt',
      description: needsEngine,
      permission: 'tools:write',
      bodyLimitBytes,
      body: GenerateBody,
      status: 202,
      reply: Generation,
      begins: 'task',
      problems: ['engine_needed'],
      example: { body: exampleBody, reply: { task_id: id, id, art_variation_id: id } },
      handle: async (deps, { actor, body }) => {
        const { task_id } = await submitAiImage(deps, actor, body)
        return { task_id, id: task_id, art_variation_id: task_id }
      },
    }),
    operation({
      id: 'getAiImageStatus',
      method: 'GET',
      path: `${base}/status/{id}`,
      tag,
      summary: 'Poll generated images',
      permission: 'tasks:read',
      params: UuidParams,
      status: 200,
      reply: GenerationStatus,
      notFound: 'task_not_found',
      example: {
        params: { id },
        reply: {
          ...{ id, job_status: 'DONE', modified: '2026-11-15T09:31:00.000Z' },
          images: [{ asset_id: id, url: 'https://atelier.example.com/files/generated.png' }],
        },
      },
      handle: (deps, { actor, params }) => getGeneration(deps, actor, params.id),
    }),
    operation({
      id: 'listAiImageModels',
      method: 'GET',
      path: `${base}/models`,
      tag,
      summary: 'List models that generate images',
      description: 'The model of the connected engine. Empty without one.',
      permission: 'workspaces:read',
      query: ModelQuery,
      status: 200,
      reply: listOf(ImageModel),
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
    operation({
      id: 'submitAiImage',
      method: 'POST',
      path: '/api/v1/ai/image/ai-generate-image-v2',
      tag,
      summary: 'Generate images, with the names of existing clients',
      description: `${needsEngine} With \`storage: "transient"\`, \`info.result\` is a list of URLs.`,
      permission: 'tools:write',
      bodyLimitBytes,
      body: GenerateBody,
      status: 202,
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
