import { EngineError } from '../engine-error.ts'
import { openAudio } from '../media/decode-audio.ts'
import { encodeStereo, soundRate } from '../media/formats.ts'
import { bufferSamples } from '../media/write-tracks.ts'
import { sceneField } from './video-request.ts'

export const narrationSound = { ...encodeStereo('aac', 96), channels: 1 as const }

/** −2.5 dB: the encoder overshoots a little, and the result must stay below −1 dB. */
const maxPeak = 0.75

export interface SpokenScene {
  startMs: number
  narrationPath?: string | undefined
}

export function readNarrationMs(path: string, sceneIndex: number): number {
  try {
    const audio = openAudio(path)
    audio.close()
    if (audio.durationMs !== undefined) return audio.durationMs
  } catch {}
  throw new EngineError('narration_unreadable', 'The narration cannot be read. Send a WAV file.', {
    field: sceneField(sceneIndex, 'narration'),
  })
}

/** The video's audio: narrations at their times, otherwise silence. Decodes lazily. */
export function openSoundTrack(scenes: SpokenScene[]) {
  return bufferSamples(readScenes(scenes, chooseGain(scenes)), narrationSound.channels)
}

/** The same gain for all scenes, so the voice doesn't change in volume between them. */
function chooseGain(scenes: SpokenScene[]): number {
  let peak = 0
  for (const { narrationPath } of scenes) {
    if (narrationPath === undefined) continue
    for (const samples of readSamples(narrationPath)) {
      for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
    }
  }
  return peak > maxPeak ? maxPeak / peak : 1
}

function* readScenes(scenes: SpokenScene[], gain: number): Generator<Float32Array> {
  let written = 0
  for (const { startMs, narrationPath } of scenes) {
    if (narrationPath === undefined) continue
    const start = Math.round((startMs / 1000) * soundRate)
    for (; written < start; written = Math.min(start, written + soundRate)) {
      yield new Float32Array(Math.min(soundRate, start - written))
    }
    for (const samples of readSamples(narrationPath)) {
      yield samples.map((sample) => sample * gain)
      written += samples.length
    }
  }
}

function* readSamples(path: string): Generator<Float32Array> {
  const audio = openAudio(path, { rate: soundRate, channels: narrationSound.channels })
  try {
    for (const { samples } of audio.blocks()) yield samples
  } finally {
    audio.close()
  }
}
