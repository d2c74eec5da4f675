import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants'
import type { Stream } from 'node-av/lib'
import { type OpenMedia, openMedia } from './open-media.ts'

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
    return readFacts(media)
  } finally {
    media.close()
  }
}

export async function run({ mediaPath }: { mediaPath: string }): Promise<MediaFacts> {
  return probe(mediaPath)
}

export function readFacts(media: OpenMedia): MediaFacts {
  const { durationMs } = media
  const video = media.findStream(AVMEDIA_TYPE_VIDEO)
  // An album cover is not a video.
  const film = video?.hasDisposition(AV_DISPOSITION_ATTACHED_PIC) ? undefined : video
  return {
    container: media.context.iformat?.name ?? '',
    ...(durationMs !== undefined && { durationMs }),
    hasAudio: media.findStream(AVMEDIA_TYPE_AUDIO) !== undefined,
    hasVideo: film !== undefined,
    ...(film && shownSize(film)),
  }
}

/** Phones record sideways and store a rotation flag. */
function shownSize(stream: Stream): { width: number; height: number } {
  const { width, height } = stream.codecpar
  const isTurned = readRotation(stream) % 180 !== 0
  return isTurned ? { width: height, height: width } : { width, height }
}

/** Degrees to turn the frames clockwise, in quarter turns. */
export function readRotation({ codecpar }: Stream): number {
  const matrix = codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)
  if (matrix === null || matrix.length < 8) return 0
  // The first two entries are the cosine and the sine of the turn.
  const [cosine, sine] = [matrix.readInt32LE(0), matrix.readInt32LE(4)]
  const degrees = (Math.atan2(sine, cosine) * 180) / Math.PI
  return (((Math.round(degrees / 90) * 90) % 360) + 360) % 360
}
