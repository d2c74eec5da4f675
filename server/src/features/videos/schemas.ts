import { type Static, Type } from 'typebox'
import { PageQuery } from '../../http/pagination.ts'
import { named, Time } from '../../http/schemas.ts'

export const videoStatuses = [
  'CREATED',
  'PENDING',
  'PROCESSING',
  'RENDERING',
  'DONE',
  'FAILED',
] as const

export type VideoStatus = (typeof videoStatuses)[number]

const ImageSource = Type.String({
  minLength: 1,
  maxLength: 4000,
  description: 'http(s) URL of an image, or the id or link of an asset of this workspace.',
})

const Scene = named(
  'VideoScene',
  Type.Object({
    text: Type.Optional(
      Type.String({
        maxLength: 5000,
        description: 'Spoken if there is a voice, and shown as captions.',
      }),
    ),
    title: Type.Optional(
      Type.String({ maxLength: 200, description: 'Shown large on a scene without an image.' }),
    ),
    image_url: Type.Optional(ImageSource),
    duration_ms: Type.Optional(Type.Integer({ minimum: 500, maximum: 120_000 })),
  }),
)

export type Scene = Static<typeof Scene>

export const StoryboardParameters = named(
  'StoryboardParameters',
  Type.Object({
    scenes: Type.Optional(Type.Array(Scene, { minItems: 1, maxItems: 50 })),
    script: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 20_000,
        description: 'Instead of scenes: each paragraph becomes a scene.',
      }),
    ),
    images: Type.Optional(
      Type.Array(ImageSource, {
        maxItems: 50,
        description: 'With a script: the images of its paragraphs, in order.',
      }),
    ),
    voice_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'The voice that speaks the texts. Without it, the video is silent.',
      }),
    ),
    speed: Type.Optional(Type.Number({ minimum: 0.5, maximum: 2, default: 1 })),
    captions: Type.Optional(Type.Boolean({ default: true })),
    aspect_ratio: Type.Optional(Type.Enum(['16:9', '9:16', '1:1', '4:5'], { default: '16:9' })),
    resolution: Type.Optional(Type.Enum(['480p', '720p', '1080p'], { default: '720p' })),
    fps: Type.Optional(Type.Integer({ minimum: 12, maximum: 60, default: 25 })),
    background_color: Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$', maxLength: 7 })),
  }),
)

const FreeParameters = Type.Unsafe<Record<string, unknown>>({
  anyOf: [StoryboardParameters, { type: 'object', additionalProperties: true }],
  description: 'For `storyboard`: StoryboardParameters. For an external model: its own parameters.',
})

export type StoryboardParameters = Static<typeof StoryboardParameters>

export const GenerateVideoBody = Type.Object({
  model: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      default: 'storyboard',
      description:
        '`storyboard` is rendered on this server; other models by the chosen video engine.',
    }),
  ),
  capability: Type.Optional(Type.String({ maxLength: 100, default: 'storyboard' })),
  parameters: FreeParameters,
  storage: Type.Optional(Type.Enum(['asset', 'transient'], { default: 'asset' })),
  webhook_url: Type.Optional(
    Type.String({ maxLength: 2000, description: 'Called when it is submitted, not when DONE.' }),
  ),
})

export type GenerateVideoBody = Static<typeof GenerateVideoBody>

export const SubmittedVideo = named(
  'SubmittedVideo',
  Type.Object({
    task_id: Type.String({ format: 'uuid', description: 'Tracks the submission only.' }),
    id: Type.String({ format: 'uuid' }),
    art_variation_id: Type.String({ format: 'uuid' }),
    storage: Type.Enum(['asset', 'transient']),
  }),
)

const Errors = Type.Array(
  Type.Object({
    code: Type.String(),
    message: Type.String(),
    field: Type.Union([Type.String(), Type.Null()]),
  }),
)

export const VideoVariation = named(
  'Video',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    video_id: Type.String({ format: 'uuid' }),
    job_status: Type.Enum([...videoStatuses], { description: 'DONE and FAILED are final.' }),
    percent: Type.Integer(),
    modified: Time,
    output: Type.Union([
      Type.Object({
        id: Type.String({ format: 'uuid', description: 'The asset of the video.' }),
        file_url: Type.Union([Type.String(), Type.Null()]),
        thumbnail: Type.Union([Type.String(), Type.Null()]),
        thumbnail_cover_image: Type.Union([Type.String(), Type.Null()]),
      }),
      Type.Null(),
    ]),
    payload: Type.Object({ errors: Errors, warnings: Type.Array(Type.String()) }),
  }),
)

export type VideoVariation = Static<typeof VideoVariation>

export const VideoParams = Type.Object({
  id: Type.String({ format: 'uuid' }),
  variation_id: Type.String({ format: 'uuid' }),
})

export const VideoListQuery = Type.Interface([PageQuery], {
  job_status: Type.Optional(
    Type.Enum([...videoStatuses], { description: 'Only videos with this status.' }),
  ),
})

export type VideoListQuery = Static<typeof VideoListQuery>
