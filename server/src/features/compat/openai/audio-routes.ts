import { Type } from 'typebox'
import { type Operation, operation } from '../../../http/operation.ts'
import { named } from '../../../http/schemas.ts'
import { FilePart, TextPart } from '../form-schemas.ts'
import { waitingProblems } from '../waiting-problems.ts'
import { createSpeech, SpeechBody } from './create-speech.ts'
import {
  createTranscription,
  createTranslation,
  transcriptFormats,
} from './create-transcription.ts'
import { openAi } from './shared.ts'

const Transcript = named(
  'OpenAiTranscript',
  Type.Object({ text: Type.String() }, { additionalProperties: true }),
)

export function audioRoutes(): Operation[] {
  return [
    operation({
      ...openAi,
      id: 'openAiCreateSpeech',
      method: 'POST',
      path: '/v1/audio/speech',
      summary: 'Speak a text, like OpenAI',
      description:
        'Answers with the audio, which starts when the first sentence has been spoken. If you disconnect, the task is cancelled, unless you sent an Idempotency-Key. See docs/drop-in/openai.md.',
      permission: 'tools:write',
      body: SpeechBody,
      reply: Type.String({ contentMediaType: 'audio/mpeg' }),
      replyTypes: ['audio/mpeg', 'audio/ogg', 'audio/aac', 'audio/flac', 'audio/wav', 'audio/pcm'],
      problems: [...waitingProblems, 'model_not_found', 'voice_not_found'],
      example: {
        body: { model: 'tts-1', voice: 'alloy', input: 'Our spring sale starts on May 3rd.' },
        reply: '…',
      },
      exchange: createSpeech,
    }),
    operation({
      ...openAi,
      id: 'openAiCreateTranscription',
      method: 'POST',
      path: '/v1/audio/transcriptions',
      summary: 'Transcribe a recording, like OpenAI',
      description:
        'Waits for the transcription and answers with the transcript. Also needs `transcriptions:read`. Without a multilingual Whisper model on the server, the embedded engine transcribes English only. See docs/drop-in/openai.md.',
      permission: 'transcriptions:write',
      takes: {
        'multipart/form-data': {
          schema: Type.Object({
            file: FilePart,
            model: Type.Optional(TextPart),
            language: Type.Optional(Type.String({ maxLength: 35, description: 'Such as en.' })),
            response_format: Type.Optional(Type.Enum([...transcriptFormats])),
            'timestamp_granularities[]': Type.Optional(
              Type.Array(Type.Enum(['word', 'segment']), { maxItems: 2 }),
            ),
            stream: Type.Optional(Type.Boolean()),
          }),
        },
      },
      reply: Transcript,
      problems: [
        ...waitingProblems,
        'validation_failed',
        'body_too_large',
        'model_not_found',
        'transcript_too_complex',
      ],
      example: { reply: { text: 'Hello there.', usage: { type: 'duration', seconds: 2 } } },
      exchange: createTranscription,
    }),
    operation({
      ...openAi,
      id: 'openAiCreateTranslation',
      method: 'POST',
      path: '/v1/audio/translations',
      summary: 'Translate a recording to English, like OpenAI',
      description:
        'Waits for the translation and answers with the text. Also needs `transcriptions:read`, and a multilingual Whisper model on the server. See docs/drop-in/openai.md.',
      permission: 'transcriptions:write',
      takes: {
        'multipart/form-data': {
          schema: Type.Object({
            file: FilePart,
            model: Type.Optional(TextPart),
            response_format: Type.Optional(Type.Enum([...transcriptFormats])),
          }),
        },
      },
      reply: Transcript,
      problems: [
        ...waitingProblems,
        'validation_failed',
        'body_too_large',
        'model_not_found',
        'transcript_too_complex',
        'engine_needed',
      ],
      example: { reply: { text: 'Hello there.', usage: { type: 'duration', seconds: 2 } } },
      exchange: createTranslation,
    }),
  ]
}
