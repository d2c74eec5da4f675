import { formats, type VideoFormat } from '../media/formats.ts'
import { chooseFrameRate, perSecond } from '../media/frame-rate.ts'
import type { MediaWriter } from '../media/media-writer.ts'
import { writeTracks } from '../media/write-tracks.ts'
import { clipFrames } from './clip-frames.ts'
import { type ClipSound, channels, openClipSound } from './clip-sound.ts'
import { type Clip, openClip } from './open-clip.ts'
import { usualMatrix } from './shown-size.ts'
import { requireLength, type VideoToolResult } from './video-tool-request.ts'
import { type FilmPlan, writeFilm } from './write-film.ts'

interface Encoding {
  clips: string[]
  format: VideoFormat
  speed?: number
  withoutAudio?: true
  outputPath: string
}

/** Encodes one clip or several in sequence. Size and frame rate are those of the first. */
export async function encodeClips(
  { clips: paths, format, speed = 1, withoutAudio, outputPath }: Encoding,
  onProgress: (percent: number, stage: string) => void,
): Promise<VideoToolResult> {
  const { picture } = formats[format]
  const facts = paths.map(readFacts)
  const [first] = facts
  if (!first) throw new Error('There is no clip')
  const totalMs = facts.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0) / speed
  requireLength(totalMs / 1000)
  const { width, height } = first
  const plan: FilmPlan = {
    ...{ width, height },
    rate: chooseFrameRate(first.rate, picture.standardRates ?? false),
    hasAudio: !withoutAudio && facts.some(({ hasAudio }) => hasAudio),
    ...(picture.hasNoColourTags && { matrix: usualMatrix(height) }),
  }
  const fps = perSecond(plan.rate)
  const expectedFrames = Math.max(1, (totalMs / 1000) * fps)
  return writeFilm(outputPath, format, plan, async (writer) => {
    let framesBefore = 0
    const onFrame = (done: number) => {
      requireLength(done / fps)
      onProgress(Math.min(99, (done / expectedFrames) * 100), 'encoding the video')
    }
    for (const path of paths) {
      framesBefore += await appendClip(path, writer, { plan, speed, framesBefore, onFrame })
    }
  })
}

interface ClipAppend {
  plan: FilmPlan
  speed: number
  framesBefore: number
  onFrame(done: number): void
}

async function appendClip(
  path: string,
  writer: MediaWriter,
  { plan, speed, ...position }: ClipAppend,
): Promise<number> {
  const clip = openClip(path)
  let sound: ClipSound | undefined
  const { rate, hasAudio } = plan
  const frames = clipFrames(clip, { target: { ...plan, fit: 'pad' }, rate, speed })
  try {
    sound = hasAudio && clip.hasAudio ? openClipSound(path, speed) : undefined
    const options = { rate, channels: hasAudio ? channels : 0, ...position }
    return await writeTracks(writer, { frames, sound }, options)
  } finally {
    frames.return(undefined)
    sound?.close()
    clip.close()
  }
}

/** Each clip is open only while it is read. */
function readFacts(
  path: string,
): Pick<Clip, 'width' | 'height' | 'rate' | 'hasAudio' | 'durationMs'> {
  const clip = openClip(path)
  clip.close()
  return clip
}
