import { AV_PIX_FMT_YUV420P } from 'node-av/constants'
import { Frame } from 'node-av/lib'
import { planCamera, stillStyle, windowAt } from '../video/camera.ts'
import { drawWindow } from '../video/draw-window.ts'
import { findFocus, prepareStill, readStill } from '../video/load-still.ts'
import { emptyPlanes } from '../video/planes.ts'
import { clipFrames } from './clip-frames.ts'
import { type ClipSound, openClipSound } from './clip-sound.ts'
import { finishOrAbandon } from './encode-clips.ts'
import { type FilmPlan, openFilmWriter } from './film-writer.ts'
import { formats } from './formats.ts'
import { chooseFrameRate, perSecond } from './frame-rate.ts'
import { type Clip, openClip } from './open-clip.ts'
import { type Insert, limits, type VideoToolResult } from './video-tool-job.ts'
import { writeClip } from './write-clip.ts'

interface CutInJob {
  clip: string
  inserts: Insert[]
  outputPath: string
}

/** Shows other images and videos for parts of a clip. The clip's audio goes on. */
export async function cutIn(
  { clip: path, inserts, outputPath }: CutInJob,
  onProgress: (percent: number, stage: string) => void,
): Promise<VideoToolResult> {
  const clip = openClip(path)
  let sound: ClipSound | undefined
  const { width, height, hasAudio, durationMs = 0 } = clip
  const plan: FilmPlan = { width, height, hasAudio, rate: chooseFrameRate(clip.rate, false) }
  const frames = withInserts(clip, inserts, plan)
  const expected = Math.max(1, (durationMs / 1000) * perSecond(plan.rate))
  const onFrame = (done: number) =>
    onProgress(Math.min(99, (done / expected) * 100), 'encoding the video')
  try {
    sound = hasAudio ? openClipSound(path) : undefined
    const writer = await openFilmWriter(outputPath, formats.mp4, plan)
    const options = { maxMinutes: limits.maxMinutes, framesBefore: 0, onFrame }
    await finishOrAbandon(writer, async () => {
      await writeClip(writer, { frames, sound }, { rate: plan.rate, hasAudio, ...options })
    })
  } finally {
    await frames.return(undefined)
    sound?.close()
    clip.close()
  }
  const { picture, sound: audio, contentType } = formats.mp4
  return {
    ...{ format: 'mp4', contentType, videoCodec: picture.encoder, warnings: [] },
    audioCodec: hasAudio ? audio.encoder : null,
  }
}

async function* withInserts(clip: Clip, inserts: Insert[], plan: FilmPlan): AsyncGenerator<Frame> {
  const { width, height, rate } = plan
  const own = clipFrames(clip, { target: { width, height, fit: 'pad' }, rate })
  let shown: { insert: Insert; frames: Generator<Frame> } | undefined
  let number = 0
  try {
    for (const frame of own) {
      const ms = (number++ / perSecond(rate)) * 1000
      const insert = inserts.find(({ startMs, endMs }) => startMs <= ms && ms < endMs)
      if (shown && shown.insert !== insert) shown = void shown.frames.return(undefined)
      if (insert && !shown) shown = { insert, frames: await openInsert(insert, plan) }
      const other = shown?.frames.next()
      // A video that is shorter than its place lets the clip come back.
      yield other && !other.done ? other.value : frame
    }
  } finally {
    shown?.frames.return(undefined)
    own.return(undefined)
  }
}

async function openInsert(insert: Insert, plan: FilmPlan): Promise<Generator<Frame>> {
  return insert.kind === 'image' ? await stillFrames(insert, plan) : videoFrames(insert, plan)
}

function* videoFrames({ path }: Insert, { width, height, rate }: FilmPlan): Generator<Frame> {
  const clip = openClip(path)
  try {
    yield* clipFrames(clip, { target: { width, height, fit: 'cover' }, rate })
  } finally {
    clip.close()
  }
}

/** A slow pan and zoom, as in storyboards. */
async function stillFrames(
  { path, startMs, endMs }: Insert,
  { width, height, rate }: FilmPlan,
): Promise<Generator<Frame>> {
  const seconds = (endMs - startMs) / 1000
  const size = { width, height }
  const image = await readStill(path, 0)
  const focus = await findFocus(image, size)
  const camera = planCamera(image, size, focus, { index: 0, seconds }, stillStyle)
  const still = await prepareStill(image, camera, size, '#000000')
  const planes = emptyPlanes(width, height)
  const bytes = Buffer.from(planes.bytes.buffer, planes.bytes.byteOffset, planes.bytes.byteLength)
  return (function* () {
    for (let number = 0; ; number++) {
      const part = number / perSecond(rate) / seconds
      drawWindow(still.planes, windowAt(still.camera, part), planes)
      const frame = Frame.fromVideoBuffer(bytes, { width, height, format: AV_PIX_FMT_YUV420P })
      try {
        yield frame
      } finally {
        frame.free()
      }
    }
  })()
}
