import { type AssemblyAiConfig, assemblyAi } from './assemblyai.ts'
import { type DeepgramConfig, deepgram } from './deepgram.ts'
import { type OpenAiTranscriptionConfig, openAiTranscription } from './openai-transcription.ts'
import type { CallbackEngine, DirectEngine } from './transcription-engine.ts'
import { type WhisperCppConfig, whisperCpp } from './whisper-cpp.ts'

export type TranscriptionEngineConfig =
  | ({ kind: 'whisper-cpp' } & WhisperCppConfig)
  | ({ kind: 'openai' } & OpenAiTranscriptionConfig)
  | ({ kind: 'assemblyai' } & AssemblyAiConfig)
  | ({ kind: 'deepgram' } & DeepgramConfig)

/** Creates the engine for a configuration. */
export function createTranscriptionEngine(
  config: TranscriptionEngineConfig,
): DirectEngine | CallbackEngine {
  if (config.kind === 'whisper-cpp') return whisperCpp(config)
  if (config.kind === 'openai') return openAiTranscription(config)
  return config.kind === 'assemblyai' ? assemblyAi(config) : deepgram(config)
}
