import { type Static, Type } from 'typebox'
import { PageQuery } from '../../http/pagination.ts'
import { named, Time } from '../../http/schemas.ts'

export const jobStatuses = [
  'CREATED',
  'PENDING',
  'PROCESSING',
  'RENDERING',
  'UPDATED',
  'DONE',
  'FAILED',
] as const

export type JobStatus = (typeof jobStatuses)[number]

const Milliseconds = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })

const Word = named(
  'TranscriptWord',
  Type.Object({
    text: Type.String({ minLength: 1, maxLength: 200 }),
    start: Milliseconds,
    end: Milliseconds,
    confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  }),
)

const Phrase = named(
  'TranscriptPhrase',
  Type.Object({
    start: Milliseconds,
    end: Milliseconds,
    text: Type.String({ maxLength: 10_000 }),
    speaker: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    words: Type.Optional(Type.Array(Word, { maxItems: 5000 })),
  }),
)

export type Phrase = Static<typeof Phrase>

const nullable = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(
  type: T,
) => Type.Union([type, Type.Null()])

const TranscriptionSource = named(
  'TranscriptionSource',
  Type.Object(
    {
      asset_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
        description: 'Null if the recording came from a URL or the asset was deleted.',
      }),
      name: nullable(Type.String()),
      url: Type.Union([Type.String(), Type.Null()], {
        description: 'The external URL, without user, query and fragment.',
      }),
    },
    { description: 'Where the recording came from.' },
  ),
)

export type TranscriptionSource = Static<typeof TranscriptionSource>

const Recording = Type.Object({
  file_url: Type.String({ description: 'Signed URL, valid for a day.' }),
  content_type: Type.String(),
})

export const Transcription = named(
  'Transcription',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    task_id: Type.String({ format: 'uuid', description: 'Tracks the submission only.' }),
    job_status: Type.Enum([...jobStatuses], { description: 'DONE and FAILED are final.' }),
    percent: Type.Integer(),
    provider: Type.String(),
    language_code: Type.String({
      description:
        'The language of the text. `auto` until the engine has detected it; `en` for a translation.',
    }),
    engine: Type.Union(
      [
        Type.Object({
          name: Type.String(),
          version: Type.String(),
          device: Type.Enum(['cpu', 'webgpu', 'cuda']),
        }),
        Type.Null(),
      ],
      { description: 'The embedded engine that did the work. Null before it is done.' },
    ),
    source: TranscriptionSource,
    recording: Type.Union([Recording, Type.Null()], {
      description:
        'The file to play. Null before it is fetched, after its asset was deleted, and for a key without `assets:read`.',
    }),
    duration_ms: nullable(Type.Integer()),
    text: nullable(Type.String()),
    payload: Type.Object(
      { phrases: Type.Array(Phrase) },
      { description: 'Times in milliseconds. Empty before DONE.' },
    ),
    errors: Type.Array(
      Type.Object({
        code: Type.String(),
        message: Type.String(),
        field: nullable(Type.String()),
      }),
    ),
    warnings: Type.Array(Type.String(), {
      description: 'Such as a recording without speech, whose `text` is empty.',
    }),
    created_at: Time,
    updated_at: Time,
  }),
)

export type Transcription = Static<typeof Transcription>

/** For lists: the phrases of one hour of speech take a megabyte. */
export const TranscriptionSummary = named(
  'TranscriptionSummary',
  Type.Interface(
    [Type.Omit(Transcription, ['text', 'payload', 'recording', 'warnings', 'engine'])],
    {
      excerpt: Type.Union([Type.String(), Type.Null()], { description: 'The start of the text.' }),
    },
  ),
)

export type TranscriptionSummary = Static<typeof TranscriptionSummary>

const Source = Type.String({
  minLength: 1,
  maxLength: 4000,
  description:
    'http(s) URL of an audio or video recording, or a link to an asset of this workspace.',
})

export const TranscribeBody = Type.Object({
  video_url: Type.Optional(Source),
  audio_url: Type.Optional(Source),
  asset_id: Type.Optional(Type.String({ format: 'uuid' })),
  language_code: Type.Optional(
    Type.String({
      maxLength: 35,
      default: 'en-US',
      description:
        'The language spoken, or `auto` to detect it. Other languages than English need a Whisper model or an external engine; see docs/speech.md.',
    }),
  ),
  translate: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Writes an English translation. Only the embedded Whisper models can.',
    }),
  ),
  provider: Type.Optional(
    Type.String({
      maxLength: 40,
      description: '`embedded`, or the kind of engine that the workspace has chosen.',
    }),
  ),
  webhook_url: Type.Optional(
    Type.String({ maxLength: 2000, description: 'Called when it is submitted, not when DONE.' }),
  ),
})

export type TranscribeBody = Static<typeof TranscribeBody>

export const SubmittedTranscription = named(
  'SubmittedTranscription',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    task_id: Type.String({ format: 'uuid' }),
    job_status: Type.Enum([...jobStatuses]),
  }),
)

const Phrases = Type.Array(Phrase, { maxItems: 20_000 })

export const CorrectBody = Type.Object({
  phrases: Type.Optional(Phrases),
  payload: Type.Optional(Type.Object({ phrases: Phrases })),
  base_updated_at: Type.Optional(
    Type.String({
      format: 'date-time',
      maxLength: 40,
      description: 'The `updated_at` of the version that you corrected.',
    }),
  ),
})

export type CorrectBody = Static<typeof CorrectBody>

export const TranscriptionListQuery = Type.Interface([PageQuery], {
  job_status: Type.Optional(
    Type.Enum([...jobStatuses], { description: 'Only transcriptions with this status.' }),
  ),
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the text.' })),
})

export type TranscriptionListQuery = Static<typeof TranscriptionListQuery>

export const SubtitleQuery = Type.Object({
  requested_format: Type.Enum(['vtt', 'srt'], {
    default: 'srt',
    description: 'WebVTT or SubRip.',
  }),
  max_chars_per_line: Type.Integer({
    minimum: 10,
    maximum: 200,
    default: 42,
    description: 'Maximum characters per line of a cue.',
  }),
  max_lines: Type.Integer({
    minimum: 1,
    maximum: 5,
    default: 2,
    description: 'Maximum lines per cue.',
  }),
})

export type SubtitleQuery = Static<typeof SubtitleQuery>
