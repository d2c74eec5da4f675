import { AV_NOPTS_VALUE, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av/constants'
import sharp from 'sharp'
import { EngineError } from '../engine-error.ts'
import { longestThumbnailSide } from '../thumbnail/run.ts'
import { type FilmFrame, readFirstFrame } from './first-frame.ts'
import { type OpenMedia, openMedia } from './open-media.ts'
import { type MediaFacts, readFacts } from './probe.ts'

export interface InspectionRequest {
  mediaPath: string
  outputPath: string
  kind: 'audio' | 'video'
}

export interface Inspection extends MediaFacts {
  /** Where the thumbnail is, if there is one. */
  path: string
  /** Missing for audio, and for a video whose first frame cannot be shown. */
  thumbnail?: { contentType: string }
}

/**
 * Checks an upload: it must open, have a track of its kind, and have data from start to end.
 * Writes a thumbnail of a video. Runs in a child process, where a broken file can do no harm.
 */
export async function run({ mediaPath, outputPath, kind }: InspectionRequest): Promise<Inspection> {
  const media = openMedia(mediaPath)
  try {
    const facts = readFacts(media)
    if (kind === 'video' ? !facts.hasVideo : !facts.hasAudio) {
      throw new EngineError('not_media', `The file has no ${kind} track.`)
    }
    requireWhole(media, kind)
    const frame = kind === 'video' ? reopenFirstFrame(mediaPath) : undefined
    if (!frame) return { ...facts, path: outputPath }
    const { pixels, ...raw } = frame
    await sharp(pixels, { raw: { ...raw, channels: 3 } })
      .rotate(frame.degrees)
      .resize(longestThumbnailSide, longestThumbnailSide, {
        fit: 'inside',
        withoutEnlargement: true,
      })
      .webp({ quality: 80 })
      .toFile(outputPath)
    return { ...facts, path: outputPath, thumbnail: { contentType: 'image/webp' } }
  } finally {
    media.close()
  }
}

/** Opens the file again: the first frame of a short video may need all of its packets. */
function reopenFirstFrame(mediaPath: string): FilmFrame | undefined {
  const media = openMedia(mediaPath)
  try {
    return readFirstFrame(media)
  } finally {
    media.close()
  }
}

/** A file may lack this much at its end: encoders round the duration up. */
function toleratedMs(durationMs: number): number {
  return Math.min(1500, Math.max(500, durationMs / 10))
}

/**
 * Reads the packets without decoding them. A file that was cut off ends long before its index says;
 * one that is not media at all has none.
 */
function requireWhole(media: OpenMedia, kind: 'audio' | 'video'): void {
  const stream = media.findStream(kind === 'video' ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_AUDIO)
  if (!stream) return
  const { num, den } = stream.timeBase
  const toMs = (units: bigint) => (Number(units) * num * 1000) / den
  let packets = 0
  let endMs = 0
  for (const packet of media.readPackets(stream)) {
    if (!packet) break
    packets++
    const at = packet.pts === AV_NOPTS_VALUE ? packet.dts : packet.pts
    if (at !== AV_NOPTS_VALUE) endMs = Math.max(endMs, toMs(at + packet.duration))
  }
  const wantedMs = stream.duration === AV_NOPTS_VALUE ? 0 : toMs(stream.duration)
  if (packets > 0 && endMs + toleratedMs(wantedMs) >= wantedMs) return
  const message = packets === 0 ? 'The file has no content.' : 'The file is cut off before its end.'
  throw new EngineError('media_damaged', message)
}
