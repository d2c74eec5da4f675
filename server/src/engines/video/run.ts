import { rm } from 'node:fs/promises'
import type { EngineTools } from '../engine-registry.ts'
import { loadCaptionFont } from './caption-font.ts'
import { type VideoEncoderChoice, videoEncoders } from './encoders.ts'
import { readStill, writeThumbnail } from './load-still.ts'
import { narrationMs, openNarration } from './narration-file.ts'
import { pictureOf, type SceneTools } from './open-scene.ts'
import { renderFrames } from './render-frames.ts'
import { soundRate, soundTrack } from './sound-track.ts'
import { planTimes, type SceneTimes, totalMsOf } from './timeline.ts'
import {
  requireTotalLength,
  requireVideoJob,
  type VideoJob,
  type VideoResult,
} from './video-job.ts'
import { openVideoWriter } from './video-writer.ts'
import { writeVideo } from './write-video.ts'

/**
 * Renders a storyboard to a video in the child process: reads files, writes files, returns
 * metadata.
 */
export async function run(
  job: VideoJob,
  { onProgress }: Pick<EngineTools, 'onProgress'>,
  encoders: VideoEncoderChoice[] = videoEncoders,
): Promise<VideoResult> {
  requireVideoJob(job)
  const narrations = await Promise.all(
    job.scenes.map(({ narrationPath }, index) =>
      narrationPath === undefined ? undefined : openNarration(narrationPath, index),
    ),
  )
  const times = planTimes(
    job.scenes.map(({ durationMs }, index) => {
      const narration = narrations[index]
      return { durationMs, narrationMs: narration && narrationMs(narration) }
    }),
  )
  requireTotalLength(totalMsOf(times))
  onProgress(0, 'reading the images')
  await requireReadableStills(job)

  const { width, height, fps } = job
  const tools: SceneTools = { job, font: await loadCaptionFont(), missing: new Set() }
  const frameCount = Math.round((totalMsOf(times) / 1000) * fps)
  const hasAudio = narrations.some((narration) => narration !== undefined)
  const spoken = times.map(({ startMs }, index) => ({ startMs, narration: narrations[index] }))
  const totalSamples = Math.round((frameCount / fps) * soundRate)
  const writer = await openVideoWriter(job.outputPath, {
    ...{ width, height, fps, encoders },
    soundRate: hasAudio ? soundRate : undefined,
  })
  const frames = renderFrames(times, frameCount, tools)
  const sound = hasAudio ? soundTrack(spoken, totalSamples) : undefined
  const reportProgress = progressReporter(job.scenes.length, frameCount, onProgress)
  try {
    await writeVideo(writer, { frames, sound, fps, soundRate }, reportProgress)
    await writeFirstPicture(job, times, tools)
  } catch (error) {
    await rm(job.outputPath, { force: true })
    throw error
  }
  return {
    durationMs: Math.round((frameCount * 1000) / fps),
    ...{ width, height, hasAudio },
    contentType: 'video/mp4',
    codec: writer.codec,
    warnings: warningsFor(writer.codec, tools.missing),
  }
}

/** Checks all images before rendering, so a damaged one in the last scene fails early. */
async function requireReadableStills({ scenes }: VideoJob): Promise<void> {
  for (const [index, { imagePath }] of scenes.entries()) {
    if (imagePath !== undefined) await readStill(imagePath, index)
  }
}

/** Writes the thumbnail, which has no caption. */
async function writeFirstPicture(job: VideoJob, times: SceneTimes[], tools: SceneTools) {
  const [scene, sceneTimes] = [job.scenes[0], times[0]]
  if (!scene || !sceneTimes) return
  const { image, camera } = await pictureOf(scene, 0, sceneTimes, tools)
  await writeThumbnail(image, camera, job, job.background, job.thumbnailPath)
}

function progressReporter(
  sceneCount: number,
  frameCount: number,
  onProgress: EngineTools['onProgress'],
) {
  let told = ''
  return (sceneIndex: number, framesDone: number) => {
    const percent = Math.floor((framesDone / frameCount) * 100)
    const stage = `rendering scene ${sceneIndex + 1} of ${sceneCount}`
    if (told === `${percent} ${stage}`) return
    told = `${percent} ${stage}`
    onProgress(percent, stage)
  }
}

function warningsFor(codec: string, missing: Set<string>): string[] {
  const warnings = []
  if (missing.size > 0) {
    const some = [...missing].slice(0, 20).join(' ')
    warnings.push(
      `The built-in font has no glyphs for these characters, so they are not shown: ${some}`,
    )
  }
  if (codec !== 'h264') {
    warnings.push(
      `This server has no H.264 encoder, so the video is ${codec}. Older browsers cannot play it.`,
    )
  }
  return warnings
}
