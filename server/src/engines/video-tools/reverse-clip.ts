import { rm } from 'node:fs/promises'
import type { Frame } from 'node-av/lib'
import { soundRate } from '../media/formats.ts'
import { perSecond } from '../media/frame-rate.ts'
import { writeTracks } from '../media/write-tracks.ts'
import { clipFrames } from './clip-frames.ts'
import { channels, openClipSound } from './clip-sound.ts'
import { type FrameStore, openFrameStore } from './frame-store.ts'
import { type Clip, openClip } from './open-clip.ts'
import { type ReversedSound, reverseSound } from './sound-store.ts'
import { limits, requireLength, type VideoToolResult } from './video-tool-request.ts'
import { type FilmPlan, planFilm, writeFilm } from './write-film.ts'

interface ReverseRequest {
  clip: string
  workPath: string
  outputPath: string
}

type OnProgress = (percent: number, stage: string) => void

/** Plays a video backwards, audio included. The clip goes to disk first, so memory stays small. */
export async function reverseClip(
  { clip: path, workPath, outputPath }: ReverseRequest,
  onProgress: OnProgress,
): Promise<VideoToolResult> {
  const clip = openClip(path, limits.maxReverseMinutes)
  const plan = planFilm(clip)
  const { rate, hasAudio } = plan
  let store: FrameStore | undefined
  let sound: ReversedSound | undefined
  try {
    const frames = await openFrameStore(workPath, plan)
    store = frames
    await fill(frames.add, clip, plan, onProgress)
    sound = hasAudio ? await storeSound(path, `${workPath}.sound`) : undefined
    const { count } = frames
    const tracks = { frames: frames.backwards(), sound: sound && padded(sound, count, plan) }
    const onFrame = (done: number) => {
      requireLength(done / perSecond(rate), limits.maxReverseMinutes)
      onProgress(Math.min(99, 50 + (done / count) * 50), 'writing it backwards')
    }
    return await writeFilm(outputPath, 'mp4', plan, async (writer) => {
      await writeTracks(writer, tracks, { rate, channels: hasAudio ? channels : 0, onFrame })
    })
  } finally {
    clip.close()
    await store?.close()
    await sound?.close()
    for (const file of [workPath, `${workPath}.sound`]) await rm(file, { force: true })
  }
}

async function fill(
  add: (frame: Frame) => Promise<void>,
  clip: Clip,
  { width, height, rate }: FilmPlan,
  onProgress: OnProgress,
): Promise<void> {
  const expected = Math.max(1, ((clip.durationMs ?? 0) / 1000) * perSecond(rate))
  const maxMinutes = limits.maxReverseMinutes
  let done = 0
  for (const frame of clipFrames(clip, {
    target: { width, height, fit: 'pad' },
    rate,
    maxMinutes,
  })) {
    await add(frame)
    onProgress(Math.min(50, (++done / expected) * 50), 'reading the video')
  }
}

async function storeSound(path: string, soundPath: string): Promise<ReversedSound> {
  const sound = openClipSound(path, 1, limits.maxReverseMinutes)
  try {
    return await reverseSound(sound, soundPath)
  } finally {
    sound.close()
  }
}

/** Audio that ended before the last frame starts after the first one now. */
function padded(sound: ReversedSound, frames: number, { rate }: FilmPlan) {
  const filmSamples = Math.round((frames * soundRate) / perSecond(rate))
  let silent = Math.max(0, filmSamples - sound.samples)
  return {
    take: async (count: number): Promise<Float32Array> => {
      const quiet = Math.min(count, silent)
      silent -= quiet
      const rest = await sound.take(count - quiet)
      if (quiet === 0) return rest
      const both = new Float32Array(quiet * 2 + rest.length)
      both.set(rest, quiet * 2)
      return both
    },
  }
}
