import { EngineError } from '../engine-error.ts'
import type { VideoFormat } from '../media/formats.ts'

interface Output {
  outputPath: string
}

export type VideoToolRequest =
  /** Also changes the speed, and joins several clips. The first decides size and frame rate. */
  | ({ tool: 'encode'; clips: string[]; format: VideoFormat; speed?: number } & Output)
  | ({ tool: 'remove-audio'; clip: string } & Output)
  /** `workPath` is for an intermediate file. */
  | ({ tool: 'reverse'; clip: string; workPath: string } & Output)
  | ({ tool: 'cut-in'; clip: string; inserts: Insert[] } & Output)

/** An image or a video that is shown instead of the clip for a while. */
export interface Insert {
  path: string
  kind: 'image' | 'video'
  startMs: number
  endMs: number
}

export interface VideoToolResult {
  format: VideoFormat
  contentType: string
  /** FFmpeg's names. */
  videoCodec: string
  audioCodec: string | null
  warnings: string[]
}

export const limits = {
  maxMinutes: 30,
  maxReverseMinutes: 10,
  /** 4096 × 2304. */
  maxPixels: 9_437_184,
  maxWorkBytes: 8 * 1024 ** 3,
}

export function requireLength(seconds: number, maxMinutes: number = limits.maxMinutes): void {
  if (seconds <= maxMinutes * 60) return
  throw new EngineError('video_too_long', `The video is longer than ${maxMinutes} minutes.`)
}

export function requirePixels(width: number, height: number): void {
  if (width * height <= limits.maxPixels) return
  throw new EngineError(
    'video_too_large',
    `The video has ${width} × ${height} pixels. At most 4096 × 2304 are supported.`,
  )
}

export function damaged(message = 'The video is damaged and cannot be decoded.'): EngineError {
  return new EngineError('media_damaged', message)
}
