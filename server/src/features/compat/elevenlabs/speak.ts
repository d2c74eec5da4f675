import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Deps } from '../../../deps.ts'
import { audioContentTypes } from '../../../engines/media/audio-writer.ts'
import type { Call, Exchange } from '../../../http/operation.ts'
import { problem } from '../../../http/problem.ts'
import { waitForTask } from '../../tasks/wait-for-task.ts'
import { followSpeech } from '../../voices/follow-speech.ts'
import type { SentenceTime } from '../../voices/speech-parts.ts'
import { submitSpeech } from '../../voices/submit-speech.ts'
import { findVoice } from '../find-voice.ts'
import { encodeBase64, openResult, type ResultFile, type ToolResult } from '../open-result.ts'
import { readAudio, sendStream } from '../send-stream.ts'
import { describeWaiting, submitOnce } from '../submit-once.ts'
import { alignCharacters, alignPieces } from './align-characters.ts'
import { elevenLabsModels } from './models.ts'
import { parseOutputFormat, usualFormat } from './output-formats.ts'
import { elevenLabsVoices } from './voices.ts'

export const TextBody = Type.Object({
  text: Type.String({ minLength: 1, maxLength: 100_000 }),
  model_id: Type.Optional(Type.String({ maxLength: 100 })),
  language_code: Type.Optional(Type.Union([Type.String({ maxLength: 35 }), Type.Null()])),
  voice_settings: Type.Optional(
    Type.Union([
      Type.Object({
        speed: Type.Optional(Type.Union([Type.Number({ minimum: 0.5, maximum: 2 }), Type.Null()])),
      }),
      Type.Null(),
    ]),
  ),
})

export const SpeechQuery = Type.Object({
  output_format: Type.Optional(
    Type.String({ maxLength: 40, default: usualFormat, description: 'Such as mp3_44100_128.' }),
  ),
})

export const VoiceParams = Type.Object({
  voice_id: Type.String({
    maxLength: 100,
    description: 'The id of a voice here, or of a ready-made voice of ElevenLabs.',
  }),
})

interface SpeechOutput {
  file: ResultFile
  sentences: SentenceTime[]
  text: string
}

type AnyCall = Call<unknown, unknown, unknown>

/** Answers with the audio. */
export async function speakAudio(
  deps: Deps,
  call: AnyCall,
  exchange: Exchange,
): Promise<FastifyReply> {
  const { file } = await speak(deps, call, exchange)
  const { stream, bytes } = await openResult(deps, file)
  return exchange.reply
    .headers({ 'content-type': file.content_type, 'content-length': bytes })
    .send(stream)
}

/** Answers with the audio, from the first sentence on. */
export async function streamAudio(
  deps: Deps,
  call: AnyCall,
  exchange: Exchange,
): Promise<FastifyReply> {
  const { task_id, contentType } = await submit(deps, call, exchange, { streamed: true })
  const heard = followSpeech(deps, call.actor, task_id, describeWaiting(call, exchange.request))
  return sendStream(exchange.reply, contentType, readAudio(heard))
}

/** Answers with the audio as base64, and the time of each character. */
export async function speakWithTimes(
  deps: Deps,
  call: AnyCall,
  exchange: Exchange,
): Promise<FastifyReply> {
  const { file, sentences, text } = await speak(deps, call, exchange)
  async function* parts() {
    const alignment = alignCharacters(text, sentences, file.duration_ms ?? 0)
    const times = { alignment, normalized_alignment: alignment }
    yield `${JSON.stringify(times).slice(0, -1)},"audio_base64":"`
    yield* encodeBase64(deps, file)
    yield '"}'
  }
  return exchange.reply.type('application/json').send(Readable.from(parts()))
}

/** The same as lines of JSON, from the first sentence on: each has a part of the audio and its times. */
export async function streamWithTimes(
  deps: Deps,
  call: AnyCall,
  exchange: Exchange,
): Promise<FastifyReply> {
  const { task_id, text } = await submit(deps, call, exchange, { streamed: true })
  const heard = followSpeech(deps, call.actor, task_id, describeWaiting(call, exchange.request))
  async function* lines() {
    const align = alignPieces(text)
    for await (const { audio, sentences, durationMs } of heard) {
      const alignment = align(sentences, durationMs)
      const audio_base64 = audio.toString('base64')
      yield `${JSON.stringify({ audio_base64, alignment, normalized_alignment: alignment })}\n`
    }
  }
  return sendStream(exchange.reply, 'application/json', lines())
}

async function speak(deps: Deps, call: AnyCall, exchange: Exchange): Promise<SpeechOutput> {
  const { task_id, text } = await submit(deps, call, exchange, {})
  const made = await waitForTask<ToolResult & { sentences: SentenceTime[] }>(
    deps,
    call.actor,
    task_id,
    describeWaiting(call, exchange.request),
  )
  return { file: made.result[0] as ResultFile, sentences: made.sentences, text }
}

async function submit(
  deps: Deps,
  call: AnyCall,
  { request }: Exchange,
  options: { streamed?: true },
) {
  const { actor } = call
  const { voice_id } = call.params as Static<typeof VoiceParams>
  const body = call.body as Static<typeof TextBody>
  const format = (call.query as Static<typeof SpeechQuery>).output_format
  const { encoding, output_format } = parseOutputFormat(format)
  requireModel(body.model_id)
  const { text } = body
  const wanted = { name: voice_id, aliases: elevenLabsVoices, text }
  const voiceId = await findVoice(deps, actor, wanted)
  const speed = body.voice_settings?.speed
  const speech = {
    text,
    storage: 'transient' as const,
    ...(output_format && { output_format }),
    ...(speed && { speed }),
  }
  const { task_id } = await submitOnce(deps, request, {
    operationId: 'elevenLabsSpeak',
    input: body,
    submit: (inside) =>
      submitSpeech(inside, actor, voiceId, speech, { ...options, ...(encoding && { encoding }) }),
  })
  const contentType = audioContentTypes[encoding?.format ?? output_format ?? 'wav']
  return { task_id, text, contentType }
}

/** Every model of ElevenLabs means the engine that the workspace has chosen. */
function requireModel(model: string | undefined): void {
  if (model === undefined || model.startsWith('eleven_')) return
  const names = elevenLabsModels.map(({ model_id }) => model_id).join(', ')
  throw problem('model_not_found', { detail: `This model does not exist. Use one of ${names}.` })
}
