import { type Static, Type } from 'typebox'
import { videoFormats } from '../../engines/media/formats.ts'
import { named } from '../../http/schemas.ts'

const VideoSource = Type.String({
  minLength: 1,
  maxLength: 4000,
  description: 'http(s) URL of a video, or the id or link of an asset of this workspace.',
})

const toolOptions = {
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

export const maxClips = 20

export const VideoBody = Type.Object({ video_url: VideoSource, ...toolOptions })

export type VideoBody = Static<typeof VideoBody>

export const ConvertVideoBody = Type.Object({
  video_url: VideoSource,
  output_format: Type.Enum([...videoFormats], { default: 'mp4' }),
  ...toolOptions,
})

export type ConvertVideoBody = Static<typeof ConvertVideoBody>

export const MergeVideosBody = Type.Object({
  video_urls: Type.Array(VideoSource, { minItems: 2, maxItems: maxClips }),
  ...toolOptions,
})

export type MergeVideosBody = Static<typeof MergeVideosBody>

export const SpeedUpVideoBody = Type.Object({
  video_url: VideoSource,
  playbackrate: Type.Number({
    minimum: 0.5,
    maximum: 16,
    description: '2 plays twice as fast, 0.5 half as fast. The pitch of the audio stays.',
  }),
  ...toolOptions,
})

export type SpeedUpVideoBody = Static<typeof SpeedUpVideoBody>

/** Existing clients always send it. A video is rendered either way. */
const shouldExport = {
  should_export: Type.Optional(
    Type.Boolean({ description: 'Accepted for existing clients. The video is always rendered.' }),
  ),
}

const LanguageCode = Type.String({
  maxLength: 35,
  pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$',
  default: 'en-US',
})

export const AddBRollsBody = Type.Object({
  title: Type.Optional(Type.String({ maxLength: 200 })),
  media_url: Type.Optional(VideoSource),
  asset: Type.Optional(VideoSource),
  language_code: Type.Optional(LanguageCode),
  ...shouldExport,
  ...toolOptions,
})

export type AddBRollsBody = Static<typeof AddBRollsBody>

const Word = Type.String({ maxLength: 200 })

/** Ids and levels whose type differs between clients. */
const Free = Type.Union([Type.String({ maxLength: 200 }), Type.Number(), Type.Null()])

export const videoShapes = [
  'youtube-shorts',
  'youtube-video',
  'instagram-post-video',
  'mp4',
] as const

export const TextToVideoPayload = named(
  'TextToVideoPayload',
  Type.Object({
    title: Type.Optional(Type.String({ maxLength: 200, description: 'The opening slide.' })),
    description: Type.Optional(
      Type.String({
        maxLength: 20_000,
        description: 'The text that is spoken. An empty line starts a new scene.',
      }),
    ),
    keywords: Type.Optional(
      Type.Union([Word, Type.Array(Word, { maxItems: 50 })], {
        description: 'Images of this workspace whose names contain one of these words are shown.',
      }),
    ),
    tone: Type.Optional(Free),
    creativity_level: Type.Optional(Free),
    language_code: Type.Optional(LanguageCode),
    voice_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'An embedded voice. Defaults to the first one of the language.',
      }),
    ),
    format: Type.Optional(Type.Enum([...videoShapes], { default: 'mp4' })),
    no_runs: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, default: 1 })),
    logo_id: Type.Optional(Free),
    caption_style_id: Type.Optional(Free),
  }),
)

export type TextToVideoPayload = Static<typeof TextToVideoPayload>

export const TextToVideoBody = Type.Object({
  payload: TextToVideoPayload,
  ...shouldExport,
  ...toolOptions,
})

export type TextToVideoBody = Static<typeof TextToVideoBody>

export const Export = named(
  'VideoExport',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    status: Type.Enum(['PENDING', 'PROCESSING', 'DONE', 'FAILED'], {
      description: 'DONE and FAILED are final.',
    }),
    url: Type.Union([Type.String(), Type.Null()], {
      description: 'Signed URL of the video once it is DONE.',
    }),
    error: Type.Union([Type.String(), Type.Null()]),
  }),
)

export type Export = Static<typeof Export>
