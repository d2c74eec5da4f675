import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '../../deps.ts'
import { openExternalFetch } from '../../engines/external/fetch.ts'
import { speechConfig } from '../../engines/external/settings.ts'
import { openAiSpeech } from '../../engines/speech/adapters/openai-speech.ts'
import type { Actor } from '../../http/permissions.ts'
import { inTemporaryFolder } from '../../lib/temporary-folder.ts'
import { selectRanges } from '../../platform/safe-fetch/allowed-ranges.ts'
import { keepFile } from '../assets/keep-file.ts'
import { saveResult } from '../assets/save-result.ts'
import { findExternalEngine } from '../engines/read-engines.ts'
import { TaskError, type TaskKind } from '../tasks/kinds.ts'
import { openPartWriter, presentTime } from './speech-parts.ts'
import type { SpeechInput } from './submit-speech.ts'

interface SpeechOutput {
  contentType: string
  /** Missing if the engine doesn't say. */
  durationMs?: number
  /** Empty if the engine returns no times. */
  sentences: { text: string; startMs: number; endMs: number }[]
  engine: { name: string; version: string; device?: string; instructions_applied: boolean }
  warnings: string[]
}

/** The rate of the embedded voices, and of OpenAI's raw samples. */
const pcmSampleRate = 24_000

interface Follow {
  signal: AbortSignal
  onProgress(percent: number, stage: string): void
}

/** Speaks a text and stores the audio as an asset. */
export const speakText: TaskKind<SpeechInput> = {
  name: 'speech',
  showsInput: true,
  lane: 'heavy',
  maxAttempts: 4,
  run: (deps, { taskId, actor, input, progress, signal }) =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, 'speech')
      const startedAt = performance.now()
      const follow = {
        signal,
        onProgress: (percent: number, stage: string) => progress(percent * 0.95, stage),
      }
      const spoken =
        input.engine === 'embedded'
          ? await speakHere(deps, taskId, input, path, follow)
          : await speakElsewhere(deps, actor, input, path, follow)
      const encoded = await encode(deps, input, { path, ...spoken }, signal)
      const { durationMs, contentType: content_type } = encoded
      progress(97, 'storing the result')
      const content = await keepFile(deps, encoded.path)
      const { sentences, engine, warnings } = spoken
      const totalMs = Math.round(performance.now() - startedAt)
      return async (tx) => {
        const file = { ...content, contentType: content_type, durationMs: Math.round(durationMs) }
        const asset = await saveResult(deps, tx, actor, file, {
          name: `${input.voice.voice_name.toLowerCase()}.${input.encoding?.format ?? input.output_format ?? 'wav'}`,
          transient: input.storage === 'transient',
        })
        const link = { key: content.key, name: asset.name, expires_at: asset.expires_at }
        const { bytes, sha256 } = content
        return {
          result: [
            {
              asset_id: asset.id,
              file: link,
              content_type,
              bytes,
              sha256,
              duration_ms: file.durationMs,
            },
          ],
          voice: { id: input.voice.id, voice_name: input.voice.voice_name },
          sentences: sentences.map(presentTime),
          storage: input.storage ?? 'asset',
          engine,
          warnings,
          timings: { totalMs },
        }
      }
    }),
}

interface AudioFile extends Pick<SpeechOutput, 'contentType' | 'durationMs'> {
  path: string
}

/** The audio in the requested encoding, and its duration. Embedded voices have both. */
async function encode(
  { engines }: Deps,
  { encoding, output_format }: SpeechInput,
  spoken: AudioFile,
  signal: AbortSignal,
): Promise<AudioFile & { durationMs: number }> {
  const { path, contentType, durationMs: knownMs } = spoken
  if (knownMs !== undefined) return { path, contentType, durationMs: knownMs }
  if (encoding) {
    const outputPath = `${path}-encoded`
    const made = await engines.convertAudio(
      { mediaPath: path, outputPath, ...encoding },
      { signal },
    )
    return { path: outputPath, contentType: made.contentType, durationMs: made.durationMs }
  }
  // Raw samples don't say how long they are.
  if (output_format === 'pcm') {
    const { size } = await stat(path)
    return { ...spoken, durationMs: (size / 2 / pcmSampleRate) * 1000 }
  }
  const { durationMs = 0 } = await engines.probe({ mediaPath: path }, { signal })
  return { ...spoken, durationMs }
}

async function speakHere(
  deps: Deps,
  taskId: string,
  input: SpeechInput,
  outputPath: string,
  follow: Follow,
): Promise<SpeechOutput> {
  const parts = input.streamed && openPartWriter(deps, taskId, outputPath)
  const speaking = deps.engines.speak(
    {
      text: input.text,
      useSsml: input.use_ssml ?? false,
      voice: input.engine_voice,
      speed: input.speed ?? 1,
      ...(input.encoding ?? { format: input.output_format ?? 'wav' }),
      ...(parts && { streamed: true }),
      outputPath,
    },
    { ...follow, ...(parts && { onPart: parts.add }) },
  )
  const { contentType, durationMs, sentences, warnings } = await speaking.finally(parts?.remove)
  const unread = 'Embedded voices do not follow instructions, so they were ignored.'
  return {
    contentType,
    durationMs,
    sentences,
    engine: { name: 'kokoro', version: '82m-q8', device: 'cpu', instructions_applied: false },
    warnings: input.instructions ? [...warnings, unread] : warnings,
  }
}

async function speakElsewhere(
  deps: Deps,
  actor: Actor,
  input: SpeechInput,
  outputPath: string,
  { signal, onProgress }: Follow,
): Promise<SpeechOutput> {
  const settings = await findExternalEngine(deps, actor.workspaceId, 'speech')
  if (!settings) {
    throw new TaskError(
      'engine_not_chosen',
      'This voice needs a speech engine; choose one with PUT /api/v1/engines/speech.',
    )
  }
  const engine = openAiSpeech(speechConfig(settings, input.voice.supports_instructions))
  const answer = await engine.speak(
    {
      text: input.text,
      useSsml: input.use_ssml ?? false,
      voice: input.engine_voice,
      speed: input.speed ?? 1,
      format: input.output_format ?? 'wav',
      ...(input.instructions !== undefined && { instructions: input.instructions }),
    },
    {
      fetch: openExternalFetch(selectRanges(deps.config.allowCidrs, 'engines')),
      signal,
      onProgress,
    },
  )
  await writeFile(outputPath, answer.bytes)
  const { name, version, instructionsApplied } = answer.engine
  return {
    contentType: answer.contentType,
    sentences: [],
    engine: { name, version, instructions_applied: instructionsApplied },
    warnings: answer.warnings,
  }
}
