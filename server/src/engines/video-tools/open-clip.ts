import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_NOPTS_VALUE,
  AV_TIME_BASE,
  AVDISCARD_ALL,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants'
import { Codec, CodecContext, type Stream } from 'node-av/lib'
import { EngineError } from '../engine-error.ts'
import { durationMsOf } from '../media/media-duration.ts'
import { type OpenMedia, openMedia } from '../media/open-media.ts'
import { rotationOf } from '../media/probe.ts'
import type { FrameRate } from './frame-rate.ts'
import { shownSize } from './shown-size.ts'
import { limits, requireLength, requirePixels } from './video-tool-job.ts'

export interface Clip {
  path: string
  media: OpenMedia
  stream: Stream
  hasAudio: boolean
  durationMs: number | undefined
  /** Clockwise quarter turns that show the frames upright, in degrees. */
  degrees: number
  /** The displayed size: upright, with square pixels. Both sides are even. */
  width: number
  height: number
  rate: FrameRate
  /** Seconds from the start of the file; NaN without a timestamp. */
  secondsOf(timestamp: bigint): number
  close(): void
}

/** Opens an untrusted video and checks the limits that its header can show. */
export function openClip(path: string, maxMinutes: number = limits.maxMinutes): Clip {
  const media = openMedia(path)
  try {
    const stream = media.bestStream(AVMEDIA_TYPE_VIDEO)
    if (!stream || stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC)) {
      throw new EngineError('no_video', 'The file has no video track.')
    }
    const hasAudio = media.bestStream(AVMEDIA_TYPE_AUDIO) !== undefined
    const durationMs = durationMsOf(media.context)
    requireLength((durationMs ?? 0) / 1000, maxMinutes)
    requirePixels(stream.codecpar.width, stream.codecpar.height)
    for (const other of media.context.streams) {
      if (other.index !== stream.index) other.discard = AVDISCARD_ALL
    }
    const rate = stream.avgFrameRate.num > 0 ? stream.avgFrameRate : stream.rFrameRate
    const degrees = rotationOf(stream)
    const { sampleAspectRatio: ofFile } = stream
    const aspect = ofFile.num > 0 ? ofFile : stream.codecpar.sampleAspectRatio
    return {
      ...{ path, media, stream, hasAudio, durationMs, degrees },
      ...shownSize(stream.codecpar, aspect, degrees),
      rate: { num: rate.num, den: rate.den },
      secondsOf: secondsSinceStart(media, stream),
      close: media.close,
    }
  } catch (error) {
    media.close()
    throw error
  }
}

export function openPictureDecoder({ codecpar, timeBase }: Stream): CodecContext {
  const codec = Codec.findDecoder(codecpar.codecId)
  const context = new CodecContext()
  context.allocContext3(codec)
  context.parametersToContext(codecpar)
  context.pktTimebase = timeBase
  context.threadCount = 2
  // The header may be smaller than a frame in the file.
  context.setOption('max_pixels', String(limits.maxPixels))
  if (codec && context.open2Sync(codec) >= 0) return context
  context.freeContext()
  throw new EngineError('not_media', 'The video codec of the file is not supported.')
}

function secondsSinceStart({ context }: OpenMedia, { timeBase }: Stream) {
  const known = context.startTime !== AV_NOPTS_VALUE
  const origin = known ? Number(context.startTime) / AV_TIME_BASE : 0
  return (timestamp: bigint): number =>
    timestamp === AV_NOPTS_VALUE
      ? Number.NaN
      : (Number(timestamp) * timeBase.num) / timeBase.den - origin
}
