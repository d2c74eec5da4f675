import { formats, type VideoFormat } from '../media/formats.ts'
import { chooseFrameRate, type FrameRate, type Size } from '../media/frame-rate.ts'
import { type MediaWriter, writeMedia } from '../media/media-writer.ts'
import type { Clip } from './open-clip.ts'
import type { ColourMatrix } from './shown-size.ts'
import type { VideoToolResult } from './video-tool-request.ts'

export interface FilmPlan extends Size {
  rate: FrameRate
  hasAudio: boolean
  /** Defaults to bt709. */
  matrix?: ColourMatrix
}

/** A film as large and fast as a clip. */
export function planFilm({ width, height, hasAudio, rate }: Clip): FilmPlan {
  return { width, height, hasAudio, rate: chooseFrameRate(rate, false) }
}

/** Writes a video in any of our formats. */
export async function writeFilm(
  path: string,
  format: VideoFormat,
  plan: FilmPlan,
  write: (writer: MediaWriter) => Promise<void>,
): Promise<VideoToolResult> {
  const { width, height, rate, hasAudio } = plan
  const { picture, sound, contentType, ...container } = formats[format]
  const tracks = { picture: { ...picture, width, height, rate }, ...(hasAudio && { sound }) }
  await writeMedia(path, { ...container, ...tracks }, write)
  const audioCodec = hasAudio ? sound.encoder : null
  return { format, contentType, videoCodec: picture.encoder, audioCodec, warnings: [] }
}
