import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_LOG_ERROR,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  AVIO_FLAG_WRITE,
} from 'node-av/constants'
import {
  type CodecContext,
  Dictionary,
  FormatContext,
  Frame,
  IOContext,
  Log,
  type Stream,
} from 'node-av/lib'
import { addTrack, check, encodeFrame, soundBlocks } from '../media/video-track.ts'
import { openSoundEncoder, openVideoEncoder, type VideoEncoderChoice } from './encoders.ts'

export interface VideoWriterOptions {
  width: number
  height: number
  fps: number
  /** Missing for a video without audio. */
  soundRate?: number | undefined
  encoders: VideoEncoderChoice[]
}

/** Writes a video file incrementally. Frames and audio must advance at about the same pace. */
export interface VideoWriter {
  readonly codec: string
  /** Reads the bytes without a copy until it resolves. See `emptyPlanes` for their order. */
  writeFrame(bytes: Uint8Array): Promise<void>
  /** Mono, −1 to 1. */
  writeSound(samples: Float32Array): Promise<void>
  finish(): Promise<void>
  /** Releases a file that will not be finished. */
  abandon(): Promise<void>
}

/** For child processes only: FFmpeg may crash the process that loads it. */
export async function openVideoWriter(
  path: string,
  options: VideoWriterOptions,
): Promise<VideoWriter> {
  Log.setLevel(AV_LOG_ERROR)
  const { width, height, fps, soundRate } = options
  const { context: pictures, codec } = await openVideoEncoder(options, options.encoders)
  const sound = soundRate === undefined ? undefined : await openSoundEncoder(soundRate)
  const file = new FormatContext()
  check(file.allocOutputContext2(null, 'mp4', path))
  const pictureTrack = addTrack(file, pictures)
  const soundTrack = sound && addTrack(file, sound)
  const output = new IOContext()
  check(await output.open2(path, AVIO_FLAG_WRITE))
  file.pb = output
  // Puts the index at the front, so a browser can start before it has the whole file.
  check(await file.writeHeader(Dictionary.fromObject({ movflags: '+faststart' })))

  let frameCount = 0n
  let sampleCount = 0n
  const free = async () => {
    pictures.freeContext()
    sound?.freeContext()
    file.pb = null
    await output.closep()
    file.freeContext()
  }
  const blocks = soundBlocks(sound?.frameSize ?? 0)
  const pack = async (encoder: CodecContext, track: Stream, frame: Frame | null) => {
    await encodeFrame(file, encoder, track, frame)
    frame?.free()
  }
  const packSound = async (samples: Float32Array) => {
    if (!sound || !soundTrack) return
    const frame = Frame.fromAudioBuffer(Buffer.from(samples.slice().buffer), {
      nbSamples: samples.length,
      format: AV_SAMPLE_FMT_FLTP,
      sampleRate: sound.sampleRate,
      channelLayout: AV_CHANNEL_LAYOUT_MONO,
      pts: sampleCount,
      timeBase: sound.timeBase,
    })
    sampleCount += BigInt(samples.length)
    await pack(sound, soundTrack, frame)
  }
  return {
    codec,
    writeFrame: async (bytes) => {
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      const format = AV_PIX_FMT_YUV420P
      const frame = Frame.fromVideoBuffer(buffer, {
        ...{ width, height, format, pts: frameCount },
        timeBase: { num: 1, den: fps },
      })
      frameCount++
      await pack(pictures, pictureTrack, frame)
    },
    writeSound: async (samples) => {
      for (const block of blocks.add(samples)) await packSound(block)
    },
    finish: async () => {
      const rest = blocks.rest()
      if (rest.length > 0) await packSound(rest)
      await pack(pictures, pictureTrack, null)
      if (sound && soundTrack) await pack(sound, soundTrack, null)
      check(await file.writeTrailer())
      await free()
    },
    abandon: free,
  }
}
