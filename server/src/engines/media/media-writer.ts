import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_QUIET,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVFMT_GLOBALHEADER,
} from 'node-av/constants'
import {
  type CodecContext,
  Dictionary,
  FFmpegError,
  FormatContext,
  type Frame,
  Log,
  Packet,
  Rational,
} from 'node-av/lib'
import { EngineError } from '../engine-error.ts'
import { openPictureEncoder, openSoundEncoder, toSoundFrame } from './encoders.ts'
import type { PictureEncoding, SoundEncoding } from './formats.ts'
import type { FrameRate, Size } from './frame-rate.ts'

const maxOutputBytes = 2 * 1024 ** 3

/** A file of one or two tracks. At least one is needed. */
export interface MediaPlan {
  /** FFmpeg's name of the container, and its options. */
  container: string
  options?: Record<string, string> | undefined
  picture?: PictureEncoding & Size & { rate: FrameRate }
  sound?: SoundEncoding | undefined
}

/** Writes a file incrementally. Frames and audio must advance at about the same pace. */
export interface MediaWriter {
  writeFrame(frame: Frame): Promise<void>
  /** Interleaved, −1 to 1. */
  writeSound(samples: Float32Array): Promise<void>
  /** Makes the file so far readable, apart from what the encoders still hold back. */
  flush(): Promise<void>
  finish(): Promise<void>
  /** Releases a file that will not be finished. */
  abandon(): Promise<void>
}

/**
 * For child processes only: FFmpeg may crash the process that loads it. Uses node-av's low-level API,
 * because its `Encoder` (6.1.1) drops the last partial frame, and any samples that an encoder with
 * lookahead, such as LAME, hasn't consumed yet when it is flushed.
 */
export async function openMediaWriter(path: string, plan: MediaPlan): Promise<MediaWriter> {
  const { picture, sound, container, options } = plan
  const file = createMediaFile(path, container)
  const flags = file.oformat?.hasFlags(AVFMT_GLOBALHEADER) ? [AV_CODEC_FLAG_GLOBAL_HEADER] : []
  const pictures = picture && addTrack(file, await openPictureEncoder(picture, picture, flags))
  if (pictures && picture) {
    pictures.stream.avgFrameRate = new Rational(picture.rate.num, picture.rate.den)
    if (picture.tag) pictures.stream.codecpar.codecTag = picture.tag
  }
  const sounds = sound && addTrack(file, await openSoundEncoder(sound, flags))
  await startMediaFile(file, options)

  let frameCount = 0n
  let sampleCount = 0n
  let writtenBytes = 0
  const pack = async (track: Track | undefined, frame: Frame | null) => {
    writtenBytes += track ? await encodeFrame(file, track, frame) : 0
    requireOutputBytes(writtenBytes)
  }
  const blocks = openBlocks((sounds?.encoder.frameSize || 1024) * (sound?.channels ?? 1))
  const packSound = async (samples: Float32Array) => {
    if (!sound) return
    const frame = toSoundFrame(samples, sound, sampleCount)
    sampleCount += BigInt(samples.length / sound.channels)
    await pack(sounds, frame)
    frame.free()
  }
  const free = async () => {
    await file.closeOutput()
    file.freeContext()
    pictures?.encoder.freeContext()
    sounds?.encoder.freeContext()
  }
  return {
    writeFrame: async (frame) => {
      frame.pts = frameCount++
      await pack(pictures, frame)
    },
    writeSound: async (samples) => {
      for (const block of blocks.add(samples)) await packSound(block)
    },
    flush: () => file.flush(),
    finish: async () => {
      const rest = blocks.rest()
      if (rest.length > 0) await packSound(rest)
      await pack(pictures, null)
      await pack(sounds, null)
      check(await file.writeTrailer())
      await free()
    },
    abandon: () => free().catch(() => {}),
  }
}

export async function writeMedia(
  path: string,
  plan: MediaPlan,
  write: (writer: MediaWriter) => Promise<void>,
): Promise<void> {
  const writer = await openMediaWriter(path, plan)
  try {
    await write(writer)
    await writer.finish()
  } catch (error) {
    await writer.abandon()
    throw error
  }
}

export function createMediaFile(path: string, container: string): FormatContext {
  Log.setLevel(AV_LOG_QUIET)
  const file = new FormatContext()
  check(file.allocOutputContext2(null, container, path))
  return file
}

/** After the tracks are added. */
export async function startMediaFile(
  file: FormatContext,
  options: Record<string, string> = {},
): Promise<void> {
  check(await file.openOutput())
  check(await file.writeHeader(Dictionary.fromObject(options)))
}

type Track = ReturnType<typeof addTrack>

function addTrack(file: FormatContext, encoder: CodecContext) {
  const stream = file.newStream()
  check(encoder.parametersFromContext(stream.codecpar))
  stream.timeBase = encoder.timeBase
  return { stream, encoder }
}

/** Sends a frame, or null to flush, and writes the resulting packets. Returns their bytes. */
async function encodeFrame(
  file: FormatContext,
  { stream, encoder }: Track,
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
    packet.rescaleTs(encoder.timeBase, stream.timeBase)
    packet.streamIndex = stream.index
    check(await file.interleavedWriteFrame(packet))
  }
  packet.free()
  return bytes
}

/** Collects audio in blocks of equal length, as encoders expect. Only the last may be shorter. */
function openBlocks(length: number) {
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

export function requireOutputBytes(bytes: number): void {
  if (bytes <= maxOutputBytes) return
  throw new EngineError('result_too_large', 'The result would be larger than 2 GB.')
}

export function check(code: number): void {
  FFmpegError.throwIfError(code, 'writing the file')
}
