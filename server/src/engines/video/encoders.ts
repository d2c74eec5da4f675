/**
 * FFmpeg's encoders for MP4 video. node-av is MIT; the library it loads contains GPL encoders. A
 * crash takes down the process that loads it, so only child processes import this file.
 */
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  AVCHROMA_LOC_LEFT,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
} from 'node-av/constants'
import { Codec, CodecContext, Dictionary, FFmpegError, Rational } from 'node-av/lib'

interface Picture {
  width: number
  height: number
  fps: number
}

const keyframeSeconds = 2

export interface VideoEncoderChoice {
  encoder: string
  codec: string
  options: Record<string, string>
}

/** In order of preference. Every browser plays the first two; all but old ones play the last. */
export const videoEncoders: VideoEncoderChoice[] = [
  {
    encoder: 'libx264',
    codec: 'h264',
    // Keyframes at fixed intervals only, because cross-fades would be detected as scene cuts.
    options: { preset: 'veryfast', crf: '21', profile: 'high', 'x264-params': 'scenecut=0' },
  },
  { encoder: 'libopenh264', codec: 'h264', options: { rc_mode: 'quality' } },
  {
    encoder: 'libvpx-vp9',
    codec: 'vp9',
    options: { deadline: 'realtime', 'cpu-used': '7', crf: '32', b: '0', 'row-mt': '1' },
  },
]

export async function openVideoEncoder(
  picture: Picture,
  choices: VideoEncoderChoice[],
): Promise<{ context: CodecContext; codec: string }> {
  for (const { encoder, codec: name, options } of choices) {
    const codec = Codec.findEncoderByName(encoder as never)
    if (!codec) continue
    const context = new CodecContext()
    context.allocContext3(codec)
    context.width = picture.width
    context.height = picture.height
    context.pixelFormat = AV_PIX_FMT_YUV420P
    context.timeBase = new Rational(1, picture.fps)
    context.framerate = new Rational(picture.fps, 1)
    context.gopSize = picture.fps * keyframeSeconds
    context.colorRange = AVCOL_RANGE_MPEG
    context.colorSpace = AVCOL_SPC_BT709
    context.colorPrimaries = AVCOL_PRI_BT709
    context.colorTrc = AVCOL_TRC_BT709
    context.chromaLocation = AVCHROMA_LOC_LEFT
    context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
    // node-av 6.1.1 frees the options twice in `open2Sync`, which crashes the process later.
    const opened = await context.open2(codec, Dictionary.fromObject(options))
    FFmpegError.throwIfError(opened, encoder)
    return { context, codec: name }
  }
  throw new Error('FFmpeg has no video encoder that browsers support')
}

export async function openSoundEncoder(sampleRate: number): Promise<CodecContext> {
  const codec = Codec.findEncoderByName('aac' as never)
  if (!codec) throw new Error('FFmpeg has no encoder for AAC')
  const context = new CodecContext()
  context.allocContext3(codec)
  context.sampleRate = sampleRate
  context.sampleFormat = AV_SAMPLE_FMT_FLTP
  context.channelLayout = AV_CHANNEL_LAYOUT_MONO
  context.timeBase = new Rational(1, sampleRate)
  context.bitRate = 96_000n
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  FFmpegError.throwIfError(await context.open2(codec), 'aac')
  return context
}
