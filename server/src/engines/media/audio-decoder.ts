import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CHANNEL_ORDER_NATIVE,
  AV_CHANNEL_ORDER_UNSPEC,
  AV_NOPTS_VALUE,
  AV_SAMPLE_FMT_FLT,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVERROR_INPUT_CHANGED,
} from 'node-av/constants'
import { Frame, type Packet, SoftwareResampleContext, type Stream } from 'node-av/lib'
import { EngineError } from '../engine-error.ts'
import { openDecoder } from './open-media.ts'

export const sampleRate = 16_000

/** The output of one compressed frame. */
export interface DecodedFrame {
  /** In the stream's time base, or `AV_NOPTS_VALUE` if the file has no timestamp. */
  timestamp: bigint
  seconds: number
  /** From -1 to 1. Stereo is interleaved. */
  samples: Float32Array
}

export interface AudioDecoder {
  /** Packets that could not be decoded and were skipped. */
  readonly damagedPackets: number
  /** Pass null at the end to flush the decoder. */
  decode(packet: Packet | null): Generator<DecodedFrame>
  close(): void
}

export interface AudioTarget {
  rate: number
  channels: 1 | 2
}

/** What the speech models read. */
export const speechAudio: AudioTarget = { rate: sampleRate, channels: 1 }

/** Decodes one stream to mono or stereo at the given rate. */
export function openAudioDecoder(stream: Stream, target: AudioTarget): AudioDecoder {
  const { rate, channels } = target
  const context = openDecoder(stream)
  if (!context) {
    const message = 'The audio codec of the file is not supported. Use MP3, AAC, Opus, FLAC or WAV.'
    throw new EngineError('not_media', message)
  }
  const resampler = openResampler(target)
  const frame = new Frame()
  frame.alloc()
  let damagedPackets = 0

  return {
    get damagedPackets() {
      return damagedPackets
    },
    decode: function* (packet) {
      if (context.sendPacketSync(packet) < 0) damagedPackets++
      for (;;) {
        const received = context.receiveFrameSync(frame)
        if (received === AVERROR_EAGAIN) return
        if (received === AVERROR_EOF) {
          const samples = resampler.convert(null)
          const seconds = samples.length / channels / rate
          yield { timestamp: AV_NOPTS_VALUE, seconds, samples }
          return
        }
        if (received < 0) {
          damagedPackets++
          return
        }
        const seconds = frame.nbSamples / frame.sampleRate
        yield { timestamp: frame.bestEffortTimestamp, seconds, samples: resampler.convert(frame) }
      }
    },
    close: () => {
      resampler.close()
      frame.free()
      context.freeContext()
    },
  }
}

export function openResampler({ rate, channels }: AudioTarget) {
  const context = new SoftwareResampleContext()
  context.alloc()
  const out = new Frame()
  out.alloc()
  return {
    /** Pass null at the end to flush: the filter delays by about a millisecond. */
    convert: (frame: Frame | null): Float32Array => {
      if (frame) nameChannels(frame)
      out.unref()
      out.format = AV_SAMPLE_FMT_FLT
      out.sampleRate = rate
      out.channelLayout = channels === 1 ? AV_CHANNEL_LAYOUT_MONO : AV_CHANNEL_LAYOUT_STEREO
      let code = context.convertFrame(out, frame)
      // Some streams change their sample rate or channels midway.
      if (code === AVERROR_INPUT_CHANGED) {
        context.configFrame(out, frame)
        code = context.convertFrame(out, frame)
      }
      return code < 0 ? new Float32Array() : tamed(out, channels)
    },
    close: () => {
      out.free()
      context.free()
    },
  }
}

/**
 * If a file only gives a channel count, the resampler sees a change in every frame and restarts
 * each time. We assume the usual order: left, right, centre …
 */
function nameChannels(frame: Frame): void {
  const { order, nbChannels } = frame.channelLayout
  if (order !== AV_CHANNEL_ORDER_UNSPEC) return
  const mask = nbChannels === 1 ? AV_CHANNEL_LAYOUT_MONO.mask : (1n << BigInt(nbChannels)) - 1n
  frame.channelLayout = { nbChannels, order: AV_CHANNEL_ORDER_NATIVE, mask }
}

/** Lossy codecs overshoot, and a file may contain any float, including NaN. */
function tamed(frame: Frame, channels: number): Float32Array {
  const bytes = frame.data?.[0]
  const count = frame.nbSamples * channels
  const samples = new Float32Array(count)
  if (!bytes || count === 0) return samples
  const raw = new Float32Array(bytes.buffer, bytes.byteOffset, count)
  for (let at = 0; at < count; at++) {
    const value = raw[at] as number
    samples[at] = Number.isNaN(value) ? 0 : Math.max(-1, Math.min(1, value))
  }
  return samples
}
