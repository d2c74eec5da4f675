import { type Static, Type } from 'typebox'
import { audioFormats } from '../../engines/media/audio-writer.ts'
import { named } from '../../http/schemas.ts'
import { toolOptions } from '../tasks/schemas.ts'

const Gender = named(
  'VoiceGender',
  Type.Unsafe<0 | 1 | 3>({
    type: 'integer',
    enum: [0, 1, 3],
    'x-enum-varnames': ['male', 'female', 'neutral'],
    description: '0 male, 1 female, 3 neutral',
  }),
)

export const Voice = named(
  'Voice',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    voice_name: Type.String(),
    gender: Gender,
    is_premium: Type.Boolean(),
    description: Type.String(),
    supports_instructions: Type.Boolean({
      description: 'Whether the voice follows the `instructions` of audio generation.',
    }),
    language_code: Type.String({ description: 'Such as en-US.' }),
    language_name: Type.String(),
    provider: Type.Enum(['embedded', 'openai']),
    published: Type.Boolean({ description: 'Whether every workspace can use it.' }),
    ready: Type.Boolean({
      description:
        'Whether it can speak right away. An embedded voice is ready once the speech model is downloaded, which its first use does. An `openai` voice is ready if the workspace has chosen a speech engine.',
    }),
    sample_url: Type.Union([Type.String(), Type.Null()], {
      description: 'A sample sentence in this voice.',
    }),
  }),
)

export type Voice = Static<typeof Voice>

const text = (maxLength: number, description: string) => Type.String({ maxLength, description })
const Flag = Type.Boolean()

export const VoiceListQuery = Type.Object({
  language_code: Type.Optional(text(35, 'Such as en-US, or en for all of English.')),
  language_name: Type.Optional(text(100, 'Part of the name of the language.')),
  voice_name: Type.Optional(text(100, 'Part of the name.')),
  gender: Type.Optional(Gender),
  is_premium: Type.Optional(
    Type.Boolean({ description: '`true`: only premium voices; `false`: only the others.' }),
  ),
  provider: Type.Optional(text(40, '`embedded` or `openai`.')),
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Part of the name, language or description.' }),
  ),
})

export type VoiceListQuery = Static<typeof VoiceListQuery>

const own = {
  voice_name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  gender: Gender,
  language_code: Type.String({ minLength: 2, maxLength: 35 }),
  description: Type.String({ maxLength: 1000 }),
  is_premium: Flag,
  supports_instructions: Type.Boolean({
    description: 'For an engine that follows instructions, such as gpt-4o-mini-tts.',
  }),
  published: Flag,
}

export const CreateVoiceBody = Type.Object({
  voice_name: own.voice_name,
  gender: own.gender,
  language_code: own.language_code,
  provider: Type.Enum(['embedded', 'openai'], {
    description: '`openai`: the speech engine that the workspace has chosen.',
  }),
  engine_voice: Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: '^[\\w.:-]+$',
    description: 'The engine’s name for the voice, such as alloy or af_heart.',
  }),
  description: Type.Optional(own.description),
  is_premium: Type.Optional(own.is_premium),
  supports_instructions: Type.Optional(own.supports_instructions),
  published: Type.Optional(own.published),
})

export type CreateVoiceBody = Static<typeof CreateVoiceBody>

export const UpdateVoiceBody = Type.Partial(Type.Object(own))

export type UpdateVoiceBody = Static<typeof UpdateVoiceBody>

export const VoiceIdParams = Type.Object({ voice_id: Type.String({ format: 'uuid' }) })

export const SpeakBody = Type.Object({
  text: Type.String({ minLength: 1, maxLength: 100_000 }),
  instructions: Type.Optional(Type.String({ maxLength: 4000 })),
  speed: Type.Optional(Type.Number({ minimum: 0.5, maximum: 2, default: 1 })),
  use_ssml: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'speak, p, s, break, emphasis, say-as, sub; see docs/speech.md.',
    }),
  ),
  output_format: Type.Optional(Type.Enum([...audioFormats], { default: 'wav' })),
  ...toolOptions,
})

export type SpeakBody = Static<typeof SpeakBody>
