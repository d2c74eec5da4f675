import type { Frame } from 'node-av/lib'
import { toPictureFrame } from '../media/encoders.ts'
import { perSecond } from '../media/frame-rate.ts'
import { writeTracks } from '../media/write-tracks.ts'
import { moveWindow, planCamera, stillStyle } from '../video/camera.ts'
import { drawWindow } from '../video/draw-window.ts'
import { findFocus, prepareStill, readStill } from '../video/load-still.ts'
import { emptyPlanes } from '../video/planes.ts'
import { clipFrames } from './clip-frames.ts'
import { type ClipSound, channels, openClipSound } from './clip-sound.ts'
import { type Clip, openClip } from './open-clip.ts'
import { type Insert, requireLength, type VideoToolResult } from './video-tool-request.ts'
import { type FilmPlan, planFilm, writeFilm } from './write-film.ts'

interface CutInRequest {
  clip: string
  inserts: Insert[]
  outputPath: string
}

/** Shows other images and videos for parts of a clip. The clip's own audio is kept. */
export async function cutIn(
  { clip: path, inserts, outputPath }: CutInRequest,
  onProgress: (percent: number, stage: string) => void,
): Promise<VideoToolResult> {
  const clip = openClip(path)
  let sound: ClipSound | undefined
  const plan = planFilm(clip)
  const fps = perSecond(plan.rate)
  const frames = withInserts(clip, inserts, plan)
  const expected = Math.max(1, ((clip.durationMs ?? 0) / 1000) * fps)
  const onFrame = (done: number) => {
    requireLength(done / fps)
    onProgress(Math.min(99, (done / expected) * 100), 'encoding the video')
  }
  try {
    sound = plan.hasAudio ? openClipSound(path) : undefined
    const options = { rate: plan.rate, channels: sound ? channels : 0, onFrame }
    return await writeFilm(outputPath, 'mp4', plan, async (writer) => {
      await writeTracks(writer, { frames, sound }, options)
    })
  } finally {
    await frames.return(undefined)
    sound?.close()
    clip.close()
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
  return (function* () {
    for (let number = 0; ; number++) {
      const part = number / perSecond(rate) / seconds
      drawWindow(still.planes, moveWindow(still.camera, part), planes)
      const frame = toPictureFrame(planes.bytes, size)
      try {
        yield frame
      } finally {
        frame.free()
      }
    }
  })()
}
