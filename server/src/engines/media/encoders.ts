/**
 * FFmpeg's encoders. node-av is MIT; the library it loads contains GPL encoders. A crash takes down
 * the process that loads it, so only child processes import this file.
 */
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_QSCALE,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_S16,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  type AVCodecFlag,
} from 'node-av/constants'
import { Codec, CodecContext, Dictionary, FFmpegError, Frame, Rational } from 'node-av/lib'
import type { PictureEncoding, SoundEncoding } from './formats.ts'
import { type FrameRate, perSecond, type Size } from './frame-rate.ts'
import { toPcm16 } from './wav-writer.ts'

const keyframeSeconds = 2
/** FFmpeg's unit of quality. */
const lambdaPerQuality = 118

const sampleFormats = {
  flt: AV_SAMPLE_FMT_FLT,
  fltp: AV_SAMPLE_FMT_FLTP,
  s16: AV_SAMPLE_FMT_S16,
}

const channelLayouts = { 1: AV_CHANNEL_LAYOUT_MONO, 2: AV_CHANNEL_LAYOUT_STEREO }

/** The first encoding that this FFmpeg has an encoder for. */
export function chooseEncoding<Encoding extends PictureEncoding>(encodings: Encoding[]): Encoding {
  const found = encodings.find(({ encoder }) => Codec.findEncoderByName(encoder as never))
  if (!found) throw new Error('FFmpeg has no suitable video encoder')
  return found
}

export async function openPictureEncoder(
  { encoder, options = {}, quality }: PictureEncoding,
  { width, height, rate }: Size & { rate: FrameRate },
  flags: AVCodecFlag[],
): Promise<CodecContext> {
  const codec = findEncoder(encoder)
  const context = new CodecContext()
  context.allocContext3(codec)
  context.width = width
  context.height = height
  context.pixelFormat = AV_PIX_FMT_YUV420P
  context.timeBase = new Rational(rate.den, rate.num)
  context.framerate = new Rational(rate.num, rate.den)
  context.gopSize = Math.max(1, Math.round(perSecond(rate) * keyframeSeconds))
  context.colorRange = AVCOL_RANGE_MPEG
  context.colorSpace = AVCOL_SPC_BT709
  context.colorPrimaries = AVCOL_PRI_BT709
  context.colorTrc = AVCOL_TRC_BT709
  context.sampleAspectRatio = new Rational(1, 1)
  if (flags.length > 0) context.setFlags(...flags)
  if (quality !== undefined) {
    context.setFlags(AV_CODEC_FLAG_QSCALE)
    context.globalQuality = quality * lambdaPerQuality
  }
  // node-av 6.1.1 frees the options twice in `open2Sync`, which crashes the process later.
  const opened = await context.open2(codec, Dictionary.fromObject(options))
  FFmpegError.throwIfError(opened, encoder)
  return context
}

export async function openSoundEncoder(
  { encoder, samples, kilobits, channels, rate }: SoundEncoding,
  flags: AVCodecFlag[],
): Promise<CodecContext> {
  const codec = findEncoder(encoder)
  const context = new CodecContext()
  context.allocContext3(codec)
  context.sampleRate = rate
  context.sampleFormat = sampleFormats[samples]
  context.channelLayout = channelLayouts[channels]
  context.timeBase = new Rational(1, rate)
  context.bitRate = BigInt(Math.round(kilobits * 1000))
  if (flags.length > 0) context.setFlags(...flags)
  FFmpegError.throwIfError(await context.open2(codec), encoder)
  return context
}

/** From interleaved samples to the encoder's own layout. */
export function toSoundFrame(
  samples: Float32Array,
  { samples: layout, channels, rate }: SoundEncoding,
  position: bigint,
): Frame {
  return Frame.fromAudioBuffer(toBytes(samples, layout, channels), {
    nbSamples: samples.length / channels,
    format: sampleFormats[layout],
    sampleRate: rate,
    channelLayout: channelLayouts[channels],
    pts: position,
    timeBase: { num: 1, den: rate },
  })
}

/** From YUV 4:2:0, without a copy. The encoder must be done with it before the bytes change. */
export function toPictureFrame({ buffer, byteOffset, byteLength }: Uint8Array, size: Size): Frame {
  const { width, height } = size
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  return Frame.fromVideoBuffer(bytes, { width, height, format: AV_PIX_FMT_YUV420P })
}

function toBytes(
  samples: Float32Array,
  layout: SoundEncoding['samples'],
  channels: number,
): Buffer {
  if (layout === 's16') return toPcm16(samples)
  if (layout === 'flt' || channels === 1) return Buffer.from(samples.slice().buffer)
  const count = samples.length / channels
  const planes = new Float32Array(samples.length)
  for (let at = 0; at < count; at++) {
    planes[at] = samples[at * 2] as number
    planes[count + at] = samples[at * 2 + 1] as number
  }
  return Buffer.from(planes.buffer)
}

function findEncoder(name: string): Codec {
  const codec = Codec.findEncoderByName(name as never)
  if (!codec) throw new Error(`FFmpeg was built without ${name}`)
  return codec
}
