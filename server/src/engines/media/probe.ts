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
  /** Absent where the file does not say, as in a recording that was cut off. */
  durationMs?: number
  hasAudio: boolean
  hasVideo: boolean
  /** Of the video as it is shown, after turning; absent without one. */
  width?: number
  height?: number
}

/** Looks at a file's header and first frames. Must run in a child process, as all of FFmpeg. */
export function probe(mediaPath: string): MediaFacts {
  const media = openMedia(mediaPath)
  try {
    const durationMs = durationMsOf(media.context)
    const video = media.bestStream(AVMEDIA_TYPE_VIDEO)
    // The cover of an album is no video.
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

/** Telephones film sideways and note that the picture is to be turned. */
function shownSize({ codecpar }: Stream): { width: number; height: number } {
  const { width, height } = codecpar
  const matrix = codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)
  // In a quarter turn the first entry, the share of x that stays in x, is nothing.
  const isTurned = matrix !== null && matrix.length >= 4 && matrix.readInt32LE(0) === 0
  return isTurned ? { width: height, height: width } : { width, height }
}
