import { AVMEDIA_TYPE_AUDIO } from 'node-av/constants'
import type { Stream } from 'node-av/lib'
import { EngineError } from '../engine-error.ts'
import { type AudioTarget, openAudioDecoder, speechAudio } from './audio-decoder.ts'
import { type OpenMedia, openMedia } from './open-media.ts'

/** A block of audio and its position, in samples per channel from the start of the file. */
export interface AudioBlock {
  startSample: number
  /** Stereo is interleaved. */
  samples: Float32Array
}

export interface OpenAudio {
  /** The container's duration, or undefined if unknown. */
  readonly durationMs: number | undefined
  readonly damagedPackets: number
  /** In order and without gaps. Decodes lazily. */
  blocks(): Generator<AudioBlock>
  close(): void
}

/** Shorter timestamp gaps are just imprecision. */
const toleratedGapSeconds = 0.1

/**
 * Opens a file's audio, as speech models read it unless another target is given. Starting later is
 * not supported: seeking is inaccurate in files without an index, and a decoder or resampler that
 * starts midway produces slightly different samples, which may make a model hear a different word.
 */
export function openAudio(mediaPath: string, target: AudioTarget = speechAudio): OpenAudio {
  const media = openMedia(mediaPath)
  try {
    const stream = media.findStream(AVMEDIA_TYPE_AUDIO)
    if (!stream) {
      throw new EngineError('no_audio', 'The file has no audio. Send a file with an audio track.')
    }
    const decoder = openAudioDecoder(stream, target)
    return {
      durationMs: media.durationMs,
      get damagedPackets() {
        return decoder.damagedPackets
      },
      blocks: () => placeFrames({ media, stream, decoder, target }),
      close: () => {
        decoder.close()
        media.close()
      },
    }
  } catch (error) {
    media.close()
    throw error
  }
}

interface OpenAudioStream {
  media: OpenMedia
  stream: Stream
  decoder: ReturnType<typeof openAudioDecoder>
  target: AudioTarget
}

/** Positions every decoded frame: the first by its timestamp, the rest by counting samples. */
function* placeFrames({ media, stream, decoder, target }: OpenAudioStream): Generator<AudioBlock> {
  const { rate, channels } = target
  const endSeconds = (media.durationMs ?? Number.POSITIVE_INFINITY) / 1000 + 1
  let clockSeconds: number | undefined
  let startSample = 0
  for (const packet of media.readPackets(stream)) {
    for (const { timestamp, seconds, samples } of decoder.decode(packet)) {
      const statedSeconds = media.toSeconds(timestamp, stream)
      if (clockSeconds === undefined) {
        clockSeconds = Number.isFinite(statedSeconds) ? Math.max(0, statedSeconds) : 0
        startSample = Math.round(clockSeconds * rate)
      }
      const gapSeconds = statedSeconds - clockSeconds
      // A timestamp past the end of the file is wrong. A real gap becomes silence.
      if (gapSeconds > toleratedGapSeconds && statedSeconds < endSeconds) {
        for (const silence of silences(gapSeconds, target)) {
          yield { startSample, samples: silence }
          startSample += silence.length / channels
        }
        clockSeconds = statedSeconds
      }
      if (samples.length > 0) yield { startSample, samples }
      startSample += samples.length / channels
      clockSeconds += seconds
    }
  }
}

function* silences(seconds: number, { rate, channels }: AudioTarget): Generator<Float32Array> {
  let left = Math.round(seconds * rate)
  while (left > 0) {
    const length = Math.min(left, rate)
    yield new Float32Array(length * channels)
    left -= length
  }
}
