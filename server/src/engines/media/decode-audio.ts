import { AV_NOPTS_VALUE, AV_TIME_BASE, AVDISCARD_ALL, AVMEDIA_TYPE_AUDIO } from 'node-av/constants'
import { Packet, type Stream } from 'node-av/lib'
import { EngineError } from '../engine-error.ts'
import { type AudioTarget, openAudioDecoder, speechAudio } from './audio-decoder.ts'
import { durationMsOf } from './media-duration.ts'
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
    const stream = soundOf(media)
    const decoder = openAudioDecoder(stream, target)
    return {
      durationMs: durationMsOf(media.context),
      get damagedPackets() {
        return decoder.damagedPackets
      },
      blocks: () => placed({ media, stream, decoder, target }),
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

function soundOf(media: OpenMedia): Stream {
  const sound = media.bestStream(AVMEDIA_TYPE_AUDIO)
  if (!sound) {
    throw new EngineError('no_audio', 'The file has no audio. Send a file with an audio track.')
  }
  for (const stream of media.context.streams) {
    if (stream.index !== sound.index) stream.discard = AVDISCARD_ALL
  }
  return sound
}

interface OpenAudioStream {
  media: OpenMedia
  stream: Stream
  decoder: ReturnType<typeof openAudioDecoder>
  target: AudioTarget
}

/** Positions every decoded frame: the first by its timestamp, the rest by counting samples. */
function* placed({ media, stream, decoder, target }: OpenAudioStream): Generator<AudioBlock> {
  const { rate, channels } = target
  const secondsOf = secondsSinceStart(media, stream)
  const endSeconds = (durationMsOf(media.context) ?? Number.POSITIVE_INFINITY) / 1000 + 1
  let clockSeconds: number | undefined
  let startSample = 0
  for (const packet of packetsOf(media, stream)) {
    for (const { timestamp, seconds, samples } of decoder.decode(packet)) {
      const saidSeconds = secondsOf(timestamp)
      if (clockSeconds === undefined) {
        clockSeconds = Number.isFinite(saidSeconds) ? Math.max(0, saidSeconds) : 0
        startSample = Math.round(clockSeconds * rate)
      }
      const gapSeconds = saidSeconds - clockSeconds
      // A timestamp past the end of the file is wrong. A real gap becomes silence.
      if (gapSeconds > toleratedGapSeconds && saidSeconds < endSeconds) {
        for (const silence of silences(gapSeconds, target)) {
          yield { startSample, samples: silence }
          startSample += silence.length / channels
        }
        clockSeconds = saidSeconds
      }
      if (samples.length > 0) yield { startSample, samples }
      startSample += samples.length / channels
      clockSeconds += seconds
    }
  }
}

function* packetsOf(media: OpenMedia, stream: Stream) {
  const packet = new Packet()
  packet.alloc()
  try {
    while (media.context.readFrameSync(packet) >= 0) {
      if (packet.streamIndex === stream.index) yield packet
      packet.unref()
    }
    yield null
  } finally {
    packet.free()
  }
}

/** NaN if there is no timestamp, so every comparison with it is false. */
function secondsSinceStart({ context }: OpenMedia, { timeBase }: Stream) {
  const known = context.startTime !== AV_NOPTS_VALUE
  const origin = known ? Number(context.startTime) / AV_TIME_BASE : 0
  return (timestamp: bigint): number =>
    timestamp === AV_NOPTS_VALUE
      ? Number.NaN
      : (Number(timestamp) * timeBase.num) / timeBase.den - origin
}

function* silences(seconds: number, { rate, channels }: AudioTarget): Generator<Float32Array> {
  let left = Math.round(seconds * rate)
  while (left > 0) {
    const length = Math.min(left, rate)
    yield new Float32Array(length * channels)
    left -= length
  }
}
