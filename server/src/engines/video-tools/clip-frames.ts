import { AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants'
import { Frame } from 'node-av/lib'
import { EngineError } from '../engine-error.ts'
import { type FrameRate, perSecond } from '../media/frame-rate.ts'
import { openDecoder } from '../media/open-media.ts'
import type { Clip } from './open-clip.ts'
import { openPictureFilter } from './picture-filter.ts'
import type { PictureTarget } from './shown-size.ts'
import { damaged, limits, requireLength } from './video-tool-request.ts'

export interface FramePlan {
  target: PictureTarget
  rate: FrameRate
  /** 2 plays twice as fast. */
  speed?: number
  maxMinutes?: number
}

interface TimedFrame {
  frame: Frame
  seconds: number
}

/**
 * The frames of a clip at a constant rate: each is shown until the next one's time. A frame is valid
 * until the next is requested. Frames that fall between two are never converted.
 */
export function* clipFrames(clip: Clip, plan: FramePlan): Generator<Frame> {
  const { rate, speed = 1, maxMinutes = limits.maxMinutes } = plan
  const fps = perSecond(rate)
  const filter = openPictureFilter(clip.degrees, plan.target)
  const current = new Frame()
  current.alloc()
  let number = 0
  let endSeconds = 0
  let isEmpty = true
  try {
    for (const { frame, seconds } of decodedFrames(clip)) {
      const start = Math.round((seconds / speed) * fps)
      requireLength(start / fps, maxMinutes)
      if (!isEmpty && start > number) {
        const shown = filter.apply(current)
        for (; number < start; number++) yield shown
      }
      current.unref()
      current.ref(frame)
      isEmpty = false
      endSeconds = seconds + frameSeconds(clip, frame)
    }
    if (isEmpty) throw damaged()
    const end = Math.max(number, 1, Math.round((endSeconds / speed) * fps))
    const shown = filter.apply(current)
    for (; number < end; number++) yield shown
  } finally {
    filter.close()
    current.free()
  }
}

/** How long the last frame is shown. At most a second: the value is the file's. */
function frameSeconds({ stream, rate }: Clip, { duration }: Frame): number {
  const { num, den } = stream.timeBase
  const seconds = duration > 0n ? (Number(duration) * num) / den : 1 / perSecond(rate)
  return Number.isFinite(seconds) ? Math.min(1, seconds) : 0
}

/** In the order of display, with times that never go back. */
function* decodedFrames(clip: Clip): Generator<TimedFrame> {
  const { media, stream } = clip
  const decoder = openDecoder(stream, { maxPixels: limits.maxPixels, threads: 2 })
  if (!decoder) throw new EngineError('not_media', 'The video codec of the file is not supported.')
  const frame = new Frame()
  frame.alloc()
  let lastSeconds = 0
  try {
    for (const packet of media.readPackets(stream)) {
      // A damaged packet is skipped; the frames around it are still good.
      decoder.sendPacketSync(packet)
      for (;;) {
        const received = decoder.receiveFrameSync(frame)
        if (received === AVERROR_EAGAIN || received === AVERROR_EOF || received < 0) break
        const ownSeconds = media.toSeconds(frame.bestEffortTimestamp, stream)
        const hasTime = !Number.isNaN(ownSeconds)
        const seconds = hasTime ? ownSeconds : lastSeconds + 1 / perSecond(clip.rate)
        lastSeconds = Math.max(lastSeconds, seconds)
        yield { frame, seconds: lastSeconds }
        frame.unref()
      }
    }
  } finally {
    frame.free()
    decoder.freeContext()
  }
}
