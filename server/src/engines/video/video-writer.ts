import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_LOG_ERROR,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVIO_FLAG_WRITE,
} from 'node-av/constants'
import {
  type CodecContext,
  Dictionary,
  FFmpegError,
  FormatContext,
  Frame,
  IOContext,
  Log,
  Packet,
  type Stream,
} from 'node-av/lib'
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
  const soundFrames = inFrames(sound?.frameSize ?? 0)
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
    await pack(file, sound, soundTrack, frame)
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
      await pack(file, pictures, pictureTrack, frame)
    },
    writeSound: async (samples) => {
      for (const full of soundFrames.add(samples)) await packSound(full)
    },
    finish: async () => {
      const rest = soundFrames.rest()
      if (rest.length > 0) await packSound(rest)
      await pack(file, pictures, pictureTrack, null)
      if (sound && soundTrack) await pack(file, sound, soundTrack, null)
      check(await file.writeTrailer())
      await free()
    },
    abandon: free,
  }
}

function addTrack(file: FormatContext, encoder: CodecContext): Stream {
  const track = file.newStream()
  check(encoder.parametersFromContext(track.codecpar))
  track.timeBase = encoder.timeBase
  return track
}

/** Sends a frame, or null to flush, and writes the resulting packets. */
async function pack(
  file: FormatContext,
  encoder: CodecContext,
  track: Stream,
  frame: Frame | null,
): Promise<void> {
  check(await encoder.sendFrame(frame))
  frame?.free()
  const packet = new Packet()
  packet.alloc()
  for (;;) {
    const received = await encoder.receivePacket(packet)
    if (received === AVERROR_EAGAIN || received === AVERROR_EOF) break
    check(received)
    // Video encoders leave this unset, and the last frame would have no duration.
    if (packet.duration === 0n) packet.duration = 1n
    packet.rescaleTs(encoder.timeBase, track.timeBase)
    packet.streamIndex = track.index
    check(await file.interleavedWriteFrame(packet))
  }
  packet.free()
}

/** An audio encoder expects blocks of equal length. Only the last may be shorter. */
function inFrames(frameSize: number) {
  const held = new Float32Array(frameSize)
  let count = 0
  return {
    *add(samples: Float32Array): Generator<Float32Array> {
      for (let at = 0; at < samples.length; ) {
        const taken = samples.subarray(at, at + frameSize - count)
        held.set(taken, count)
        at += taken.length
        count += taken.length
        if (count < frameSize) return
        yield held
        count = 0
      }
    },
    rest: () => held.subarray(0, count),
  }
}

function check(code: number): void {
  FFmpegError.throwIfError(code, 'writing the video')
}
