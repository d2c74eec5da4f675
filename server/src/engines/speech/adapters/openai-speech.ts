import { EngineError } from '../../engine-error.ts'
import { badAnswer } from '../../external/answer-error.ts'
import { bearer, callEngine, type EngineContext, toCall } from '../../external/call-engine.ts'
import { type AudioFormat, audioContentTypes } from '../../media/audio-writer.ts'
import { plainPieces } from '../pieces.ts'
import { ssmlPieces } from '../ssml.ts'

export interface ExternalSpeechRequest {
  text: string
  useSsml: boolean
  /** The provider's name for the voice. */
  voice: string
  speed: number
  instructions?: string
  format: AudioFormat
}

export interface SpeechAnswer {
  bytes: Uint8Array
  contentType: string
  engine: { name: string; version: string; instructionsApplied: boolean }
  warnings: string[]
}

/** A speech engine behind HTTP. It returns no sentence timings. */
export interface SpeechEngine {
  speak(request: ExternalSpeechRequest, context: EngineContext): Promise<SpeechAnswer>
}

export interface OpenAiSpeechConfig {
  /** Without `/v1`, such as https://api.openai.com. */
  baseUrl: string
  apiKey?: string
  model: string
  /** gpt-4o-mini-tts supports instructions; tts-1 and most other servers don't. */
  readsInstructions?: boolean
  timeoutSeconds?: number
}

/** OpenAI's limit for one request. */
const maxCharacters = 4096

/** `POST /v1/audio/speech` of OpenAI and compatible servers. */
export function openAiSpeech(config: OpenAiSpeechConfig): SpeechEngine {
  return {
    async speak(request, context) {
      const { input, warnings } = plainText(request)
      requireLength(input)
      const instructions = config.readsInstructions ? request.instructions : undefined
      if (request.instructions && !instructions) {
        warnings.push('The engine openai does not support instructions, so they were ignored.')
      }
      const body = {
        model: config.model,
        input,
        voice: request.voice,
        ...(instructions && { instructions }),
        speed: request.speed,
        response_format: request.format,
      }
      context.onProgress?.(5, 'waiting for openai')
      const bytes = await ask(context, config, body)
      if (!isAudio(bytes, request.format)) {
        throw badAnswer(`The engine did not return ${request.format} audio.`)
      }
      context.onProgress?.(100, 'done')
      return {
        bytes,
        contentType: audioContentTypes[request.format],
        engine: {
          name: 'openai',
          version: config.model,
          instructionsApplied: Boolean(instructions),
        },
        warnings,
      }
    },
  }
}

async function ask(
  context: EngineContext,
  { baseUrl, apiKey, timeoutSeconds = 120 }: OpenAiSpeechConfig,
  body: object,
): Promise<Uint8Array> {
  const api = { baseUrl, authorization: bearer(apiKey), timeoutSeconds }
  try {
    return await callEngine(
      context,
      toCall(api, { path: '/v1/audio/speech', body }),
      timeoutSeconds,
    )
  } catch (error) {
    // The shared code names the field used for images.
    if (!(error instanceof EngineError) || error.code !== 'content_refused') throw error
    throw new EngineError(error.code, error.message, { field: 'text', cause: error.cause })
  }
}

/** These servers don't support SSML, so the markup is dropped and only the text is sent. */
function plainText({ text, useSsml }: ExternalSpeechRequest): {
  input: string
  warnings: string[]
} {
  const pieces = useSsml ? ssmlPieces(text, 'en-US').pieces : plainPieces(text)
  const spoken = pieces.map((piece) => (piece.kind === 'text' ? (piece.spoken ?? piece.text) : ' '))
  const input = useSsml ? spoken.join('').replace(/\s+/g, ' ').trim() : text.trim()
  if (!/[\p{L}\p{N}]/u.test(input)) {
    throw new EngineError('nothing_to_speak', 'The text contains nothing that can be spoken.', {
      field: 'text',
    })
  }
  const warning = 'The engine openai does not support SSML, so the text was spoken without it.'
  return { input, warnings: useSsml ? [warning] : [] }
}

function requireLength(input: string): void {
  if (input.length <= maxCharacters) return
  throw new EngineError(
    'text_too_long',
    `This engine accepts at most ${maxCharacters} characters; the text has ${input.length}. Send it in parts, or use an embedded voice.`,
    { field: 'text' },
  )
}

/** Checks the first bytes, because servers that don't know a format return another one. */
function isAudio(bytes: Uint8Array, format: ExternalSpeechRequest['format']): boolean {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1')
  if (format === 'wav') return start === 'RIFF'
  if (format === 'opus') return start === 'OggS'
  if (format === 'flac') return start === 'fLaC'
  // Raw samples can be any bytes, but not a JSON or an HTML error.
  if (format === 'pcm') return bytes.length > 0 && bytes.length % 2 === 0
  return start.startsWith('ID3') || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0)
}
