import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Deps } from '../../../deps.ts'
import type { Call, Exchange } from '../../../http/operation.ts'
import { problem } from '../../../http/problem.ts'
import { waitForTask } from '../../tasks/wait-for-task.ts'
import { submitSpeech } from '../../voices/submit-speech.ts'
import { findVoice } from '../find-voice.ts'
import { base64Of, openResult, type ResultFile, type ToolResult } from '../open-result.ts'
import { submitOnce, waitingOf } from '../submit-once.ts'
import { alignCharacters, type SpokenSentence } from './align-characters.ts'
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
  sentences: SpokenSentence[]
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

/** Answers with the audio as base64, and the time of each character. */
export async function speakWithTimes(
  deps: Deps,
  call: AnyCall,
  exchange: Exchange,
): Promise<FastifyReply> {
  const spoken = await speak(deps, call, exchange)
  async function* parts() {
    const times = timesOf(spoken)
    yield `${JSON.stringify(times).slice(0, -1)},"audio_base64":"`
    yield* base64Of(deps, spoken.file)
    yield '"}'
  }
  return exchange.reply.type('application/json').send(Readable.from(parts()))
}

/** The same as lines of JSON: the first has the times, each has a part of the audio. */
export async function streamWithTimes(
  deps: Deps,
  call: AnyCall,
  exchange: Exchange,
): Promise<FastifyReply> {
  const spoken = await speak(deps, call, exchange)
  async function* lines() {
    let times: object = timesOf(spoken)
    const { stream } = await openResult(deps, spoken.file)
    for await (const chunk of stream) {
      const audio_base64 = (chunk as Buffer).toString('base64')
      yield `${JSON.stringify({ audio_base64, ...times })}\n`
      times = { alignment: null, normalized_alignment: null }
    }
  }
  return exchange.reply.type('application/json').send(Readable.from(lines()))
}

function timesOf({ file, sentences, text }: SpeechOutput) {
  const alignment = alignCharacters(text, sentences, file.duration_ms ?? 0)
  return { alignment, normalized_alignment: alignment }
}

async function speak(deps: Deps, call: AnyCall, { request }: Exchange): Promise<SpeechOutput> {
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
    submit: (inside) => submitSpeech(inside, actor, voiceId, speech, encoding),
  })
  const made = await waitForTask<ToolResult & { sentences: SpokenSentence[] }>(
    deps,
    actor,
    task_id,
    waitingOf(call, request),
  )
  return { file: made.result[0] as ResultFile, sentences: made.sentences, text }
}

/** Every model of ElevenLabs means the engine that the workspace has chosen. */
function requireModel(model: string | undefined): void {
  if (model === undefined || model.startsWith('eleven_')) return
  const names = elevenLabsModels.map(({ model_id }) => model_id).join(', ')
  throw problem('model_not_found', { detail: `This model does not exist. Use one of ${names}.` })
}
