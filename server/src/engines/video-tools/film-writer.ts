import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_QUIET,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVFMT_GLOBALHEADER,
  AVIO_FLAG_WRITE,
} from 'node-av/constants'
import {
  type CodecContext,
  Dictionary,
  FFmpegError,
  FormatContext,
  type Frame,
  IOContext,
  Log,
  Packet,
  Rational,
  type Stream,
} from 'node-av/lib'
import { channels } from './clip-sound.ts'
import { openPictureEncoder, openSoundEncoder, soundFrame } from './encoders.ts'
import type { FormatDescription } from './formats.ts'
import type { FrameRate } from './frame-rate.ts'
import type { Size } from './shown-size.ts'
import { requireOutputBytes } from './video-tool-job.ts'

export interface FilmWriter {
  writeFrame(frame: Frame): Promise<void>
  /** Stereo, interleaved, −1 to 1. */
  writeSound(samples: Float32Array): Promise<void>
  finish(): Promise<void>
  /** Releases a file that will not be finished. */
  abandon(): Promise<void>
}

export interface FilmPlan extends Size {
  rate: FrameRate
  hasAudio: boolean
}

/** Encodes a video in any of our formats. For child processes only. */
export async function openFilmWriter(
  path: string,
  format: FormatDescription,
  plan: FilmPlan,
): Promise<FilmWriter> {
  Log.setLevel(AV_LOG_QUIET)
  const file = new FormatContext()
  check(file.allocOutputContext2(null, format.container, path))
  const flags = file.oformat?.hasFlags(AVFMT_GLOBALHEADER) ? [AV_CODEC_FLAG_GLOBAL_HEADER] : []
  const pictures = await openPictureEncoder(format.picture, plan, flags)
  const sound = plan.hasAudio ? await openSoundEncoder(format.sound, flags) : undefined
  const pictureTrack = addTrack(file, pictures, format.picture.tag)
  pictureTrack.avgFrameRate = new Rational(plan.rate.num, plan.rate.den)
  const soundTrack = sound && addTrack(file, sound)
  const output = new IOContext()
  check(await output.open2(path, AVIO_FLAG_WRITE))
  file.pb = output
  check(await file.writeHeader(Dictionary.fromObject(format.options ?? {})))

  let frameCount = 0n
  let sampleCount = 0n
  let writtenBytes = 0
  const pack = async (encoder: CodecContext, track: Stream, frame: Frame | null) => {
    writtenBytes += await encode(file, encoder, track, frame)
    requireOutputBytes(writtenBytes)
  }
  const blocks = inBlocks((sound?.frameSize || 1024) * channels)
  const packSound = async (samples: Float32Array) => {
    if (!sound || !soundTrack) return
    const frame = soundFrame(samples, format.sound, sampleCount)
    sampleCount += BigInt(samples.length / channels)
    await pack(sound, soundTrack, frame)
    frame.free()
  }
  const free = async () => {
    pictures.freeContext()
    sound?.freeContext()
    file.pb = null
    await output.closep()
    file.freeContext()
  }
  return {
    writeFrame: async (frame) => {
      frame.pts = frameCount++
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
    abandon: () => free().catch(() => {}),
  }
}

function addTrack(file: FormatContext, encoder: CodecContext, tag?: string): Stream {
  const track = file.newStream()
  check(encoder.parametersFromContext(track.codecpar))
  if (tag) track.codecpar.codecTag = tag
  track.timeBase = encoder.timeBase
  return track
}

/** Sends a frame, or null to flush, and writes the resulting packets. Returns their bytes. */
async function encode(
  file: FormatContext,
  encoder: CodecContext,
  track: Stream,
  frame: Frame | null,
): Promise<number> {
  check(await encoder.sendFrame(frame))
  const packet = new Packet()
  packet.alloc()
  let bytes = 0
  for (;;) {
    const received = await encoder.receivePacket(packet)
    if (received === AVERROR_EAGAIN || received === AVERROR_EOF) break
    check(received)
    bytes += packet.size
    // Video encoders leave this unset, and the last frame would have no duration.
    if (packet.duration === 0n) packet.duration = 1n
    packet.rescaleTs(encoder.timeBase, track.timeBase)
    packet.streamIndex = track.index
    check(await file.interleavedWriteFrame(packet))
  }
  packet.free()
  return bytes
}

/** An audio encoder expects blocks of equal length. Only the last may be shorter. */
function inBlocks(length: number) {
  const held = new Float32Array(length)
  let count = 0
  return {
    *add(samples: Float32Array): Generator<Float32Array> {
      for (let at = 0; at < samples.length; ) {
        const taken = samples.subarray(at, at + length - count)
        held.set(taken, count)
        at += taken.length
        count += taken.length
        if (count < length) return
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
