import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_QUIET,
  AVFMT_GLOBALHEADER,
  AVIO_FLAG_WRITE,
} from 'node-av/constants'
import {
  type CodecContext,
  Dictionary,
  FormatContext,
  type Frame,
  IOContext,
  Log,
  Rational,
  type Stream,
} from 'node-av/lib'
import { addTrack, check, encodeFrame, soundBlocks } from '../media/video-track.ts'
import { channels } from './clip-sound.ts'
import type { ColourMatrix } from './colour-matrix.ts'
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
  /** Defaults to bt709. */
  matrix?: ColourMatrix
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
    writtenBytes += await encodeFrame(file, encoder, track, frame)
    requireOutputBytes(writtenBytes)
  }
  const blocks = soundBlocks((sound?.frameSize || 1024) * channels)
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
