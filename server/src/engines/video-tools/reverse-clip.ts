import { rm } from 'node:fs/promises'
import type { Frame } from 'node-av/lib'
import { clipFrames } from './clip-frames.ts'
import { openClipSound, soundRate } from './clip-sound.ts'
import { finishOrAbandon } from './encode-clips.ts'
import { type FilmPlan, openFilmWriter } from './film-writer.ts'
import { formats } from './formats.ts'
import { chooseFrameRate, perSecond } from './frame-rate.ts'
import { type FrameStore, openFrameStore } from './frame-store.ts'
import { type Clip, openClip } from './open-clip.ts'
import { type ReversedSound, reverseSound } from './sound-store.ts'
import { limits, type VideoToolResult } from './video-tool-job.ts'
import { writeClip } from './write-clip.ts'

interface ReverseJob {
  clip: string
  workPath: string
  outputPath: string
}

type OnProgress = (percent: number, stage: string) => void

/** Plays a video backwards, audio included. The clip goes to disk first, so memory stays small. */
export async function reverseClip(
  { clip: path, workPath, outputPath }: ReverseJob,
  onProgress: OnProgress,
): Promise<VideoToolResult> {
  const clip = openClip(path, limits.maxReverseMinutes)
  const { width, height, hasAudio } = clip
  const plan: FilmPlan = { width, height, hasAudio, rate: chooseFrameRate(clip.rate, false) }
  let store: FrameStore | undefined
  let sound: ReversedSound | undefined
  try {
    const frames = await openFrameStore(workPath, plan)
    store = frames
    await fill(frames.add, clip, plan, onProgress)
    sound = hasAudio ? await storeSound(path, `${workPath}.sound`) : undefined
    const writer = await openFilmWriter(outputPath, formats.mp4, plan)
    const { count } = frames
    const tracks = { frames: frames.backwards(), sound: sound && padded(sound, count, plan) }
    const onFrame = (done: number) =>
      onProgress(Math.min(99, 50 + (done / count) * 50), 'writing it backwards')
    await finishOrAbandon(writer, async () => {
      const options = { maxMinutes: limits.maxReverseMinutes, framesBefore: 0, onFrame }
      await writeClip(writer, tracks, { rate: plan.rate, hasAudio, ...options })
    })
  } finally {
    clip.close()
    await store?.close()
    await sound?.close()
    for (const file of [workPath, `${workPath}.sound`]) await rm(file, { force: true })
  }
  const { picture, sound: audio, contentType } = formats.mp4
  return {
    ...{ format: 'mp4', contentType, videoCodec: picture.encoder, warnings: [] },
    audioCodec: hasAudio ? audio.encoder : null,
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
