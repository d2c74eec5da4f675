import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants'
import type { Stream } from 'node-av/lib'
import { durationMsOf } from './media-duration.ts'
import { openMedia } from './open-media.ts'

export interface MediaFacts {
  /** FFmpeg's name, such as `mp3` or `mov,mp4,m4a,3gp,3g2,mj2`. */
  container: string
  /** Missing if the file doesn't say, for example in a truncated recording. */
  durationMs?: number
  hasAudio: boolean
  hasVideo: boolean
  /** Displayed video size after rotation. Missing if there is no video. */
  width?: number
  height?: number
}

/** Reads a file's header and first frames. Must run in a child process, like all of FFmpeg. */
export function probe(mediaPath: string): MediaFacts {
  const media = openMedia(mediaPath)
  try {
    const durationMs = durationMsOf(media.context)
    const video = media.bestStream(AVMEDIA_TYPE_VIDEO)
    // An album cover is not a video.
    const film = video?.hasDisposition(AV_DISPOSITION_ATTACHED_PIC) ? undefined : video
    return {
      container: media.context.iformat?.name ?? '',
      ...(durationMs !== undefined && { durationMs }),
      hasAudio: media.bestStream(AVMEDIA_TYPE_AUDIO) !== undefined,
      hasVideo: film !== undefined,
      ...(film && shownSize(film)),
    }
  } finally {
    media.close()
  }
}

/** Phones record sideways and store a rotation flag. */
function shownSize({ codecpar }: Stream): { width: number; height: number } {
  const { width, height } = codecpar
  const matrix = codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)
  // In a quarter turn the first matrix entry, which maps x to x, is zero.
  const isTurned = matrix !== null && matrix.length >= 4 && matrix.readInt32LE(0) === 0
  return isTurned ? { width: height, height: width } : { width, height }
}
