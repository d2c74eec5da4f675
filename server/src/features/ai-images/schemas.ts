import { type Static, Type } from 'typebox'
import { named, Time } from '../../http/schemas.ts'

const maxSeed = 2 ** 31 - 1

const Source = Type.String({
  minLength: 1,
  maxLength: 42_000_000,
  description: 'http(s) or data: URL of an image, or the id or link of an asset of this workspace.',
})

const Prompt = Type.String({ minLength: 1, maxLength: 4000 })
const NegativePrompt = Type.Optional(Type.String({ maxLength: 4000 }))
const Count = Type.Integer({ minimum: 1, maximum: 8, default: 1 })
const Guidance = Type.Number({ minimum: 0, maximum: 30 })

const options = {
  storage: Type.Optional(
    Type.Enum(['asset', 'transient'], {
      default: 'asset',
      description: 'Transient results expire after 24 hours.',
    }),
  ),
  webhook_url: Type.Optional(
    Type.String({ maxLength: 2000, description: 'Called once when the task finishes.' }),
  ),
}

export const capabilities = ['prompt', 'reference_image', 'multiple_images'] as const

const Parameters = named(
  'AiImageParameters',
  Type.Object({
    prompt: Prompt,
    aspect_ratio: Type.Optional(
      Type.String({ pattern: '^\\d{1,3}:\\d{1,3}$', maxLength: 7, default: '1:1' }),
    ),
    count: Type.Optional(Count),
    negative_prompt: NegativePrompt,
    reference_images: Type.Optional(Type.Array(Source, { maxItems: 8 })),
    seed: Type.Optional(Type.Integer({ minimum: 0, maximum: maxSeed })),
  }),
)

export const GenerateBody = Type.Object({
  model: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'The connected engine decides. A warning says if it is another model.',
    }),
  ),
  capability: Type.Optional(Type.Enum([...capabilities], { default: 'prompt' })),
  parameters: Parameters,
  properties: Type.Optional(Type.Object({}, { additionalProperties: true })),
  ...options,
})

export type GenerateBody = Static<typeof GenerateBody>

export const Generation = named(
  'AiImageGeneration',
  Type.Object({
    task_id: Type.String({ format: 'uuid' }),
    id: Type.String({ format: 'uuid' }),
    art_variation_id: Type.String({ format: 'uuid' }),
  }),
)

export const GenerationV2 = named(
  'AiImageGenerationV2',
  Type.Object({
    task_id: Type.String({ format: 'uuid' }),
    storage: Type.Enum(['asset', 'transient']),
  }),
)

export const GenerationStatus = named(
  'AiImageStatus',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    job_status: Type.Enum(['CREATED', 'PENDING', 'PROCESSING', 'RENDERING', 'DONE', 'FAILED'], {
      description: 'DONE and FAILED are final.',
    }),
    modified: Time,
    images: Type.Array(
      Type.Object({
        asset_id: Type.Optional(
          Type.String({ description: 'Missing for transient results of ai-generate-image-v2.' }),
        ),
        url: Type.String(),
      }),
    ),
    errors: Type.Optional(
      Type.Object({ detail: Type.Object({ message: Type.String(), code: Type.String() }) }),
    ),
  }),
)

export type GenerationStatus = Static<typeof GenerationStatus>

export const ModelQuery = Type.Object({
  model_id: Type.Optional(Type.String({ maxLength: 200, description: 'Only this model.' })),
  capability: Type.Optional(
    Type.Enum([...capabilities], { description: 'Only models that can do this.' }),
  ),
})

export const ImageModel = named(
  'AiImageModel',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    provider: Type.String(),
    capabilities: Type.Array(Type.Enum([...capabilities])),
  }),
)

export const InpaintBody = Type.Object({
  image_url: Source,
  prompt: Prompt,
  scale: Type.Optional(Guidance),
  ...options,
})

export const PixToPixBody = Type.Object({
  image_url: Source,
  prompt: Prompt,
  image_guidance_scale: Type.Optional(
    Type.Number({ minimum: 0, maximum: 5, description: 'Higher stays closer to the image.' }),
  ),
  counts: Type.Optional(Count),
  ...options,
})

export const ScribbleBody = Type.Object({
  prompt: Prompt,
  negative_prompt: NegativePrompt,
  image_url: Type.Optional(Source),
  image: Type.Optional(Source),
  image_resolution: Type.Optional(Type.Integer({ minimum: 256, maximum: 1536, default: 1024 })),
  steps: Type.Optional(Type.Integer({ minimum: 1, maximum: 150 })),
  guidance_scale: Type.Optional(Guidance),
  counts: Type.Optional(Count),
  ...options,
})

export type ScribbleBody = Static<typeof ScribbleBody>
