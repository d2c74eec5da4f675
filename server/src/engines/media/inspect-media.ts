import { AV_NOPTS_VALUE, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av/constants'
import { Packet } from 'node-av/lib'
import sharp from 'sharp'
import { EngineError } from '../engine-error.ts'
import { longestThumbnailSide } from '../thumbnail/run.ts'
import { type FilmFrame, firstFrame } from './first-frame.ts'
import { type OpenMedia, openMedia } from './open-media.ts'
import { factsOf, type MediaFacts } from './probe.ts'

export interface InspectionJob {
  mediaPath: string
  outputPath: string
  kind: 'audio' | 'video'
}

export interface Inspection extends MediaFacts {
  /** Missing for audio, and for a video whose first frame cannot be shown. */
  thumbnail?: { contentType: string }
}

/**
 * Checks an upload: it must open, have a track of its kind, and have data from start to end.
 * Writes a thumbnail of a video. Runs in a child process, where a broken file can do no harm.
 */
export async function run({ mediaPath, outputPath, kind }: InspectionJob): Promise<Inspection> {
  const media = openMedia(mediaPath)
  try {
    const facts = factsOf(media)
    if (kind === 'video' ? !facts.hasVideo : !facts.hasAudio) {
      throw new EngineError('not_media', `The file has no ${kind} track.`)
    }
    requireWhole(media, kind)
    const frame = kind === 'video' ? readFirstFrame(mediaPath) : undefined
    if (!frame) return facts
    const { pixels, ...raw } = frame
    await sharp(pixels, { raw: { ...raw, channels: 3 } })
      .rotate(frame.degrees)
      .resize(longestThumbnailSide, longestThumbnailSide, {
        fit: 'inside',
        withoutEnlargement: true,
      })
      .webp({ quality: 80 })
      .toFile(outputPath)
    return { ...facts, thumbnail: { contentType: 'image/webp' } }
  } finally {
    media.close()
  }
}

/** Opens the file again: the first frame of a short video may need all of its packets. */
function readFirstFrame(mediaPath: string): FilmFrame | undefined {
  const media = openMedia(mediaPath)
  try {
    return firstFrame(media)
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
  const type = kind === 'video' ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_AUDIO
  const stream = media.bestStream(type)
  const { num, den } = stream?.timeBase ?? { num: 1, den: 1000 }
  const msOf = (units: bigint) => (Number(units) * num * 1000) / den
  const packet = new Packet()
  packet.alloc()
  let packets = 0
  let endMs = 0
  try {
    while (media.context.readFrameSync(packet) >= 0) {
      if (packet.streamIndex === stream?.index) {
        packets++
        const at = packet.pts === AV_NOPTS_VALUE ? packet.dts : packet.pts
        if (at !== AV_NOPTS_VALUE) endMs = Math.max(endMs, msOf(at + packet.duration))
      }
      packet.unref()
    }
  } finally {
    packet.free()
  }
  const wantedMs = stream && stream.duration !== AV_NOPTS_VALUE ? msOf(stream.duration) : 0
  if (packets > 0 && endMs + toleratedMs(wantedMs) >= wantedMs) return
  const message = packets === 0 ? 'The file has no content.' : 'The file is cut off before its end.'
  throw new EngineError('media_damaged', message)
}
