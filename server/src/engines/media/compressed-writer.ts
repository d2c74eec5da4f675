/**
 * The part of FFmpeg that encodes audio. node-av is MIT; the library it loads is FFmpeg with GPL
 * encoders. A crash takes down the process that loads it, so only child processes import this file.
 *
 * Uses node-av's low-level API: its `Encoder` (6.1.1) drops the last partial frame, and any samples
 * that an encoder with lookahead, such as LAME, hasn't consumed yet when it is flushed.
 */
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_LOG_ERROR,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_S16,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  FF_ENCODER_AAC,
  FF_ENCODER_FLAC,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBOPUS,
} from 'node-av/constants'
import {
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  FormatContext,
  Frame,
  Log,
  Packet,
  Rational,
  type Stream,
} from 'node-av/lib'
import type { AudioFormat, AudioSettings, AudioWriter } from './audio-writer.ts'
import { toPcm16 } from './wav-writer.ts'

const kinds = {
  mp3: { codec: FF_ENCODER_LIBMP3LAME, container: 'mp3', format: AV_SAMPLE_FMT_FLTP, bitRate: 64n },
  opus: { codec: FF_ENCODER_LIBOPUS, container: 'ogg', format: AV_SAMPLE_FMT_FLT, bitRate: 32n },
  aac: { codec: FF_ENCODER_AAC, container: 'adts', format: AV_SAMPLE_FMT_FLTP, bitRate: 64n },
  // Lossless, so it has no bit rate to choose.
  flac: { codec: FF_ENCODER_FLAC, container: 'flac', format: AV_SAMPLE_FMT_S16, bitRate: 0n },
} as const

type Kind = Exclude<AudioFormat, 'wav' | 'pcm'>

/**
 * A file that is read while it grows cannot start with a table that is filled in at the end, and
 * Ogg pages are shorter than the usual second.
 */
const streamedOptions: Partial<Record<Kind, Record<string, string>>> = {
  mp3: { write_xing: '0' },
  opus: { page_duration: '200000' },
}

/** Encodes mono speech, and writes it as it arrives. */
export async function openCompressedWriter(
  path: string,
  { format: kind, sampleRate, bitRate, streamed }: AudioSettings & { format: Kind },
): Promise<AudioWriter> {
  Log.setLevel(AV_LOG_ERROR)
  const encoder = await openEncoder(kind, sampleRate, bitRate)
  const options = streamed ? streamedOptions[kind] : undefined
  const { file, stream } = await openFile(path, kinds[kind].container, encoder, options)
  const packet = new Packet()
  packet.alloc()
  const pending = new Float32Array(encoder.frameSize)
  let pendingSamples = 0
  let sentSamples = 0n

  /** Sends a frame to the encoder, or null to flush it, and writes all packets that are ready. */
  const encode = async (frame: Frame | null) => {
    check(await encoder.sendFrame(frame), 'encode')
    for (;;) {
      const got = await encoder.receivePacket(packet)
      if (got === AVERROR_EAGAIN || got === AVERROR_EOF) return
      check(got, 'encode')
      packet.streamIndex = stream.index
      packet.rescaleTs(encoder.timeBase, stream.timeBase)
      check(await file.interleavedWriteFrame(packet), 'write')
      packet.unref()
    }
  }
  const sendPending = async () => {
    if (pendingSamples === 0) return
    const samples = pending.slice(0, pendingSamples)
    const bytes = kind === 'flac' ? toPcm16(samples) : Buffer.from(samples.buffer)
    const frame = Frame.fromAudioBuffer(bytes, {
      nbSamples: pendingSamples,
      format: kinds[kind].format,
      sampleRate,
      channelLayout: AV_CHANNEL_LAYOUT_MONO,
      pts: sentSamples,
    })
    sentSamples += BigInt(pendingSamples)
    pendingSamples = 0
    await encode(frame)
    frame.free()
  }
  const free = async () => {
    await file.closeOutput()
    file.freeContext()
    encoder.freeContext()
    packet.free()
  }
  return {
    write: async (samples) => {
      for (const sample of samples) {
        pending[pendingSamples++] = Math.max(-1, Math.min(1, sample))
        if (pendingSamples === pending.length) await sendPending()
      }
    },
    flush: () => file.flush(),
    finish: async () => {
      await sendPending()
      await encode(null)
      check(await file.writeTrailer(), 'finish')
      await free()
    },
    abandon: () => free().catch(() => {}),
  }
}

async function openEncoder(
  kind: Kind,
  sampleRate: number,
  bitRate: number | undefined,
): Promise<CodecContext> {
  const { codec: name, format, bitRate: usualKilobits } = kinds[kind]
  const codec = Codec.findEncoderByName(name)
  if (!codec) throw new Error(`FFmpeg was built without ${name}`)
  const encoder = new CodecContext()
  encoder.allocContext3(codec)
  encoder.sampleRate = sampleRate
  encoder.sampleFormat = format
  encoder.channelLayout = AV_CHANNEL_LAYOUT_MONO
  encoder.bitRate = bitRate === undefined ? usualKilobits * 1000n : BigInt(bitRate)
  encoder.timeBase = new Rational(1, sampleRate)
  check(await encoder.open2(codec, null), 'open the encoder')
  return encoder
}

async function openFile(
  path: string,
  container: string,
  encoder: CodecContext,
  options?: Record<string, string>,
): Promise<{ file: FormatContext; stream: Stream }> {
  const file = new FormatContext()
  check(file.allocOutputContext2(null, container, path), 'open the file')
  const stream = file.newStream(null)
  check(stream.codecpar.fromContext(encoder), 'open the file')
  stream.timeBase = new Rational(encoder.timeBase.num, encoder.timeBase.den)
  check(await file.openOutput(), 'open the file')
  const header = options ? Dictionary.fromObject(options) : null
  check(await file.writeHeader(header), 'open the file')
  header?.free()
  return { file, stream }
}

function check(code: number, doing: string): void {
  FFmpegError.throwIfError(code, `Sound: ${doing}`)
}
