import { clipFrames } from './clip-frames.ts'
import { type ClipSound, openClipSound } from './clip-sound.ts'
import { usualMatrix } from './colour-matrix.ts'
import { type FilmPlan, type FilmWriter, openFilmWriter } from './film-writer.ts'
import { formats, type VideoFormat } from './formats.ts'
import { chooseFrameRate, perSecond } from './frame-rate.ts'
import { type Clip, openClip } from './open-clip.ts'
import { limits, requireLength, type VideoToolResult } from './video-tool-job.ts'
import { writeClip } from './write-clip.ts'

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
  const description = formats[format]
  const facts = paths.map(readFacts)
  const [first] = facts
  if (!first) throw new Error('There is no clip')
  const totalMs = facts.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0) / speed
  requireLength(totalMs / 1000)
  const plan: FilmPlan = {
    ...{ width: first.width, height: first.height },
    rate: chooseFrameRate(first.rate, description.picture.standardRates ?? false),
    hasAudio: !withoutAudio && facts.some(({ hasAudio }) => hasAudio),
    ...(description.picture.hasNoColourTags && { matrix: usualMatrix(first.height) }),
  }
  const writer = await openFilmWriter(outputPath, description, plan)
  const expectedFrames = Math.max(1, (totalMs / 1000) * perSecond(plan.rate))
  const onFrame = (done: number) =>
    onProgress(Math.min(99, (done / expectedFrames) * 100), 'encoding the video')
  await finishOrAbandon(writer, async () => {
    let framesBefore = 0
    for (const path of paths) {
      framesBefore += await appendClip(path, writer, { plan, speed, framesBefore, onFrame })
    }
  })
  const { picture, sound, contentType } = description
  return {
    ...{ format, contentType, videoCodec: picture.encoder },
    audioCodec: plan.hasAudio ? sound.encoder : null,
    warnings: [],
  }
}

interface ClipAppend {
  plan: FilmPlan
  speed: number
  framesBefore: number
  onFrame(done: number): void
}

async function appendClip(
  path: string,
  writer: FilmWriter,
  { plan, speed, ...position }: ClipAppend,
): Promise<number> {
  const clip = openClip(path)
  let sound: ClipSound | undefined
  const { rate, hasAudio } = plan
  const frames = clipFrames(clip, { target: { ...plan, fit: 'pad' }, rate, speed })
  try {
    sound = hasAudio && clip.hasAudio ? openClipSound(path, speed) : undefined
    const options = { rate, hasAudio, maxMinutes: limits.maxMinutes, ...position }
    return await writeClip(writer, { frames, sound }, options)
  } finally {
    frames.return(undefined)
    sound?.close()
    clip.close()
  }
}

export async function finishOrAbandon(
  writer: FilmWriter,
  write: () => Promise<void>,
): Promise<void> {
  try {
    await write()
    await writer.finish()
  } catch (error) {
    await writer.abandon()
    throw error
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
