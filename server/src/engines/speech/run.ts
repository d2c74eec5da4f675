import { rm, stat } from 'node:fs/promises'
import type { EngineTools } from '../declare-engine.ts'
import { EngineError } from '../engine-error.ts'
import { audioContentTypes, openAudioWriter, type WrittenFormat } from '../media/audio-writer.ts'
import { openKokoro, sampleRate } from './kokoro.ts'
import { plainPieces } from './pieces.ts'
import { writeScript } from './script.ts'
import { type SpokenSentence, speak } from './speak.ts'
import { ssmlPieces } from './ssml.ts'
import { embeddedVoice } from './voices.ts'

export interface SpeechRequest {
  text: string
  useSsml: boolean
  /** The id or file name of an embedded voice. */
  voice: string
  /** 0.5 to 2. */
  speed: number
  format: WrittenFormat
  /** In Hz. Defaults to the rate of the voices. */
  sampleRate?: number
  bitRate?: number
  /** Reports each sentence, for someone who listens while the rest is spoken. */
  streamed?: boolean
  outputPath: string
  models: { kokoro: string }
  threads?: number
}

export interface SpeechResult {
  durationMs: number
  sampleRate: number
  contentType: string
  sentences: SpokenSentence[]
  warnings: string[]
}

/** The file up to the end of a sentence. */
export interface SpeechPart {
  /** How much of the file is written. Later writes change the header at most. */
  bytes: number
  sentence: SpokenSentence
}

/** Speech for the child process: takes text, writes a file, returns the sentence timings. */
export async function run(
  request: SpeechRequest,
  { onProgress, onPart }: EngineTools<SpeechPart>,
): Promise<SpeechResult> {
  const { text, voice, speed, format, bitRate, streamed, outputPath, models, threads = 2 } = request
  requireSpeed(speed)
  const { file, language_code: languageCode } = embeddedVoice(voice)
  const { pieces, warnings } = request.useSsml
    ? ssmlPieces(text, languageCode)
    : { pieces: plainPieces(text), warnings: [] }
  const cues = writeScript(pieces, languageCode, speed)
  requireSpeech(
    text,
    cues.some(({ kind }) => kind === 'sentence'),
  )

  onProgress(0, 'loading the voice')
  const kokoro = await openKokoro(models.kokoro, threads)
  const writer = await openAudioWriter(outputPath, {
    format,
    sampleRate: request.sampleRate ?? sampleRate,
    sourceRate: sampleRate,
    bitRate,
    streamed,
  })
  const onSentence = async (sentence: SpokenSentence) => {
    await writer.flush()
    onPart({ bytes: (await stat(outputPath)).size, sentence })
  }
  try {
    const options = {
      kokoro,
      voice: file,
      languageCode,
      speed,
      writer,
      onProgress,
      ...(streamed && { onSentence }),
    }
    const { sentences, durationMs } = await speak(cues, options)
    await writer.finish()
    const contentType = audioContentTypes[format]
    return { durationMs, sampleRate, contentType, sentences, warnings }
  } catch (error) {
    await writer.abandon()
    // A partial file must not be mistaken for a complete one.
    await rm(outputPath, { force: true })
    throw error
  }
}

function requireSpeed(speed: number): void {
  if (speed >= 0.5 && speed <= 2) return
  throw new EngineError('speed_out_of_range', 'The speed must be between 0.5 and 2.', {
    field: 'speed',
  })
}

function requireSpeech(text: string, speakable: boolean): void {
  if (text.trim() === '') {
    throw new EngineError('text_empty', 'There is no text to speak.', { field: 'text' })
  }
  if (speakable) return
  throw new EngineError(
    'nothing_to_speak',
    'The text contains nothing that can be spoken, only symbols or emoji. Use words.',
    { field: 'text' },
  )
}
