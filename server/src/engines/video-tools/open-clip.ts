import {
  AV_DISPOSITION_ATTACHED_PIC,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants'
import type { Stream } from 'node-av/lib'
import { EngineError } from '../engine-error.ts'
import type { FrameRate } from '../media/frame-rate.ts'
import { type OpenMedia, openMedia } from '../media/open-media.ts'
import { readRotation } from '../media/probe.ts'
import { shownSize } from './shown-size.ts'
import { limits, requireLength, requirePixels } from './video-tool-request.ts'

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
  close(): void
}

/** Opens an untrusted video and checks the limits that its header can show. */
export function openClip(path: string, maxMinutes: number = limits.maxMinutes): Clip {
  const media = openMedia(path)
  try {
    const stream = media.findStream(AVMEDIA_TYPE_VIDEO)
    if (!stream || stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC)) {
      throw new EngineError('no_video', 'The file has no video track.')
    }
    const hasAudio = media.findStream(AVMEDIA_TYPE_AUDIO) !== undefined
    const { durationMs } = media
    requireLength((durationMs ?? 0) / 1000, maxMinutes)
    requirePixels(stream.codecpar.width, stream.codecpar.height)
    const rate = stream.avgFrameRate.num > 0 ? stream.avgFrameRate : stream.rFrameRate
    const degrees = readRotation(stream)
    const { sampleAspectRatio: ofFile } = stream
    const aspect = ofFile.num > 0 ? ofFile : stream.codecpar.sampleAspectRatio
    return {
      ...{ path, media, stream, hasAudio, durationMs, degrees },
      ...shownSize(stream.codecpar, aspect, degrees),
      rate: { num: rate.num, den: rate.den },
      close: media.close,
    }
  } catch (error) {
    media.close()
    throw error
  }
}
