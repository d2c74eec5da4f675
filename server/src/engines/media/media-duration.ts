import { AV_NOPTS_VALUE, AV_TIME_BASE } from 'node-av/constants'
import type { FormatContext } from 'node-av/lib'

/** The container's duration, or FFmpeg's estimate from the size. Undefined for a live recording. */
export function durationMsOf({ duration }: FormatContext): number | undefined {
  if (duration === AV_NOPTS_VALUE || duration <= 0n) return undefined
  return Math.round((Number(duration) / AV_TIME_BASE) * 1000)
}
