import { Type } from 'typebox'
import { type Operation, operation } from '../../../http/operation.ts'
import type { ProblemCode } from '../../../http/problems.ts'
import { named } from '../../../http/schemas.ts'
import { FilePart, TextPart } from '../form-schemas.ts'
import { waitingProblems } from '../waiting-problems.ts'
import { elevenLabsErrors } from './errors.ts'
import { ElevenLabsVoice, getElevenLabsVoice, listElevenLabsVoices } from './read-voices.ts'
import {
  SpeechQuery,
  speakAudio,
  speakWithTimes,
  streamAudio,
  streamWithTimes,
  TextBody,
  VoiceParams,
} from './speak.ts'
import { transcribe } from './transcribe.ts'

export const elevenLabs = {
  tag: 'ElevenLabs',
  keyPlaces: ['xi-api-key'],
  errorFormat: elevenLabsErrors,
} as const

const speech = '/v1/text-to-speech/{voice_id}'
const params = { voice_id: 'JBFqnCBsd6RMkjVDRZzb' }

const speaking = {
  ...elevenLabs,
  method: 'POST',
  permission: 'tools:write',
  params: VoiceParams,
  query: SpeechQuery,
  body: TextBody,
  status: 200,
  notFound: 'voice_not_found',
  problems: [...waitingProblems, 'model_not_found'] as ProblemCode[],
} as const

const example = { params, body: { text: 'Our spring sale starts on May 3rd.' } }

const audio = {
  reply: Type.String({ contentMediaType: 'audio/mpeg' }),
  replyTypes: ['audio/mpeg', 'audio/pcm', 'audio/wav', 'audio/ogg', 'audio/basic'],
  example: { ...example, reply: '…' },
}

const Seconds = Type.Array(Type.Number())
const Alignment = Type.Object({
  characters: Type.Array(Type.String()),
  character_start_times_seconds: Seconds,
  character_end_times_seconds: Seconds,
})
const times = {
  characters: ['H', 'i'],
  character_start_times_seconds: [0, 0.2],
  character_end_times_seconds: [0.2, 0.4],
}

const SpeechWithTimes = named(
  'ElevenLabsSpeechWithTimes',
  Type.Object({
    audio_base64: Type.String(),
    alignment: Alignment,
    normalized_alignment: Alignment,
  }),
)
const withTimes = {
  reply: SpeechWithTimes,
  example: {
    ...example,
    reply: { audio_base64: 'SUQz…', alignment: times, normalized_alignment: times },
  },
}

const exampleVoice = {
  voice_id: '0f6ee6cd-3b1a-5a55-8a64-0d1ed6ee2c43',
  name: 'Heart',
  category: 'premade',
  labels: { gender: 'female', language: 'en', accent: 'English (United States)' },
  description: 'Female voice for English (United States), graded A by its authors.',
  preview_url: null,
  is_owner: false,
}

export function speechRoutes(): Operation[] {
  return [
    operation({
      ...speaking,
      ...audio,
      id: 'elevenLabsSpeak',
      path: speech,
      summary: 'Speak a text, like ElevenLabs',
      description:
        'Waits for the speech and answers with the audio. If you disconnect, the task is cancelled, unless you sent an Idempotency-Key. See docs/drop-in/elevenlabs.md.',
      exchange: speakAudio,
    }),
    operation({
      ...speaking,
      ...audio,
      id: 'elevenLabsStreamSpeech',
      path: `${speech}/stream`,
      summary: 'Speak a text and stream the audio, like ElevenLabs',
      description: 'The audio starts when the first sentence has been spoken.',
      exchange: streamAudio,
    }),
    operation({
      ...speaking,
      ...withTimes,
      id: 'elevenLabsSpeakWithTimes',
      path: `${speech}/with-timestamps`,
      summary: 'Speak a text with the times of its characters, like ElevenLabs',
      description: 'The characters of a sentence share its time evenly.',
      exchange: speakWithTimes,
    }),
    operation({
      ...speaking,
      ...withTimes,
      id: 'elevenLabsStreamWithTimes',
      path: `${speech}/stream/with-timestamps`,
      summary: 'Stream speech with the times of its characters, like ElevenLabs',
      description:
        'Lines of JSON, each with a part of the audio and the times of the characters in it. They start when the first sentence has been spoken.',
      exchange: streamWithTimes,
    }),
  ]
}

export function elevenLabsRoutes(): Operation[] {
  return [
    ...speechRoutes(),
    operation({
      ...elevenLabs,
      id: 'elevenLabsListVoices',
      method: 'GET',
      path: '/v1/voices',
      aliases: ['/v2/voices'],
      summary: 'List voices, like ElevenLabs',
      description: 'All voices on one page.',
      permission: 'voices:read',
      reply: named(
        'ElevenLabsVoiceList',
        Type.Object({
          voices: Type.Array(ElevenLabsVoice),
          has_more: Type.Boolean(),
          total_count: Type.Integer(),
          next_page_token: Type.Null(),
        }),
      ),
      example: {
        reply: { voices: [exampleVoice], has_more: false, total_count: 1, next_page_token: null },
      },
      exchange: listElevenLabsVoices,
    }),
    operation({
      ...elevenLabs,
      id: 'elevenLabsGetVoice',
      method: 'GET',
      path: '/v1/voices/{voice_id}',
      summary: 'Read a voice, like ElevenLabs',
      permission: 'voices:read',
      params: VoiceParams,
      reply: ElevenLabsVoice,
      notFound: 'voice_not_found',
      example: { params, reply: exampleVoice },
      exchange: getElevenLabsVoice,
    }),
    operation({
      ...elevenLabs,
      id: 'elevenLabsTranscribe',
      method: 'POST',
      path: '/v1/speech-to-text',
      summary: 'Transcribe a recording, like ElevenLabs',
      description:
        'Waits for the transcription. Also needs `transcriptions:read`. The embedded engine transcribes English only.',
      permission: 'transcriptions:write',
      takes: {
        'multipart/form-data': {
          schema: Type.Object({
            file: Type.Optional(FilePart),
            source_url: Type.Optional(TextPart),
            model_id: Type.Optional(TextPart),
            language_code: Type.Optional(
              Type.String({ maxLength: 35, description: 'Such as en or eng.' }),
            ),
            timestamps_granularity: Type.Optional(Type.Enum(['none', 'word', 'character'])),
          }),
        },
      },
      reply: named(
        'ElevenLabsTranscript',
        Type.Object(
          { language_code: Type.String(), text: Type.String() },
          { additionalProperties: true },
        ),
      ),
      problems: [...waitingProblems, 'validation_failed', 'body_too_large', 'model_not_found'],
      example: {
        reply: { language_code: 'eng', language_probability: 1, text: 'Hello there.', words: [] },
      },
      exchange: transcribe,
    }),
  ]
}
