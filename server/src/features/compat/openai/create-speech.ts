import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Deps } from '../../../deps.ts'
import { audioContentTypes, audioFormats } from '../../../engines/media/audio-writer.ts'
import type { Call, Exchange } from '../../../http/operation.ts'
import { type AudioPart, followSpeech } from '../../voices/follow-speech.ts'
import { submitSpeech } from '../../voices/submit-speech.ts'
import { findVoice } from '../find-voice.ts'
import { readAudio, sendStream } from '../send-stream.ts'
import { describeWaiting, submitOnce } from '../submit-once.ts'
import { requireModel } from './models.ts'

const VoiceName = Type.String({ minLength: 1, maxLength: 100 })

export const SpeechBody = Type.Object({
  model: Type.String({ maxLength: 100, description: 'Such as tts-1 or gpt-4o-mini-tts.' }),
  input: Type.String({ minLength: 1, maxLength: 100_000 }),
  voice: Type.Union([VoiceName, Type.Object({ id: VoiceName })], {
    description: 'One of OpenAI’s voices, such as alloy, or the id or name of one of yours.',
  }),
  instructions: Type.Optional(Type.String({ maxLength: 4096 })),
  response_format: Type.Optional(Type.Enum([...audioFormats], { default: 'mp3' })),
  speed: Type.Optional(Type.Number({ minimum: 0.5, maximum: 2, default: 1 })),
  stream_format: Type.Optional(Type.Enum(['audio', 'sse'], { default: 'audio' })),
})

type SpeechBody = Static<typeof SpeechBody>

/** Speaks a text and answers with the audio, from the first sentence on. */
export async function createSpeech(
  deps: Deps,
  call: Call<unknown, unknown, unknown>,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const { actor } = call
  const body = call.body as SpeechBody
  requireModel(body.model, 'speech')
  const name = typeof body.voice === 'string' ? body.voice : body.voice.id
  const voiceId = await findVoice(deps, actor, { name, aliases: openAiVoices, text: body.input })
  const { instructions, speed, response_format: format = 'mp3' } = body
  const wanted = {
    text: body.input,
    output_format: format,
    storage: 'transient' as const,
    ...(instructions && { instructions }),
    ...(speed !== undefined && { speed }),
  }
  const { task_id } = await submitOnce(deps, request, {
    operationId: 'openAiCreateSpeech',
    input: body,
    submit: (inside) => submitSpeech(inside, actor, voiceId, wanted, { streamed: true }),
  })
  const heard = followSpeech(deps, actor, task_id, describeWaiting(call, request))
  return body.stream_format === 'sse'
    ? sendStream(reply, 'text/event-stream', speechEvents(heard))
    : sendStream(reply, audioContentTypes[format], readAudio(heard))
}

async function* speechEvents(heard: AsyncGenerator<AudioPart>) {
  for await (const { audio } of heard) {
    const delta = { type: 'speech.audio.delta', audio: audio.toString('base64') }
    yield `data: ${JSON.stringify(delta)}\n\n`
  }
  yield `data: ${JSON.stringify({ type: 'speech.audio.done' })}\n\n`
}

/** OpenAI's voices, and the embedded voice that comes closest to each. */
const openAiVoices: Readonly<Record<string, string>> = {
  alloy: 'af_alloy',
  ash: 'am_michael',
  ballad: 'bm_george',
  cedar: 'am_fenrir',
  coral: 'af_bella',
  echo: 'am_echo',
  fable: 'bm_fable',
  marin: 'af_heart',
  nova: 'af_nova',
  onyx: 'am_onyx',
  sage: 'af_kore',
  shimmer: 'af_sarah',
  verse: 'am_puck',
}
