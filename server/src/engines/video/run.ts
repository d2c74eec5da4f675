import { rm } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Frame } from 'node-av/lib'
import type { EngineTools } from '../declare-engine.ts'
import { chooseEncoding, toPictureFrame } from '../media/encoders.ts'
import { formats, type PictureEncoding } from '../media/formats.ts'
import type { Size } from '../media/frame-rate.ts'
import { writeMedia } from '../media/media-writer.ts'
import { writeTracks } from '../media/write-tracks.ts'
import { loadCaptionFont } from './caption-font.ts'
import { readStill, writeThumbnail } from './load-still.ts'
import { loadPicture, type SceneTools } from './open-scene.ts'
import { type RenderedFrame, renderFrames } from './render-frames.ts'
import { narrationSound, openSoundTrack, readNarrationMs } from './sound-track.ts'
import { addDurations, planTimes, type SceneTimes } from './timeline.ts'
import {
  requireTotalLength,
  requireVideoRequest,
  type VideoRequest,
  type VideoResult,
} from './video-request.ts'

type Encoding = PictureEncoding & { codec: string }

const { picture: h264, container, options } = formats.mp4

/** In order of preference. Every browser plays the first two; all but old ones play the last. */
export const videoEncodings: Encoding[] = [
  // Keyframes at fixed intervals only, because cross-fades would be detected as scene cuts.
  { ...h264, codec: 'h264', options: { ...h264.options, 'x264-params': 'scenecut=0' } },
  { encoder: 'libopenh264', codec: 'h264', options: { rc_mode: 'quality' } },
  { ...formats.webm.picture, codec: 'vp9' },
]

/**
 * Renders a storyboard to a video in the child process: reads files, writes files, returns
 * metadata.
 */
export async function run(
  request: VideoRequest,
  { onProgress }: Pick<EngineTools, 'onProgress'>,
  encodings: Encoding[] = videoEncodings,
): Promise<VideoResult> {
  requireVideoRequest(request)
  const times = planTimes(
    request.scenes.map(({ durationMs, narrationPath: path }, index) => {
      return { durationMs, narrationMs: path === undefined ? path : readNarrationMs(path, index) }
    }),
  )
  requireTotalLength(addDurations(times))
  onProgress(0, 'reading the images')
  await requireReadableStills(request)

  const { width, height, fps } = request
  const tools: SceneTools = { request, font: await loadCaptionFont(), missing: new Set() }
  const frameCount = Math.round((addDurations(times) / 1000) * fps)
  const hasAudio = request.scenes.some(({ narrationPath }) => narrationPath !== undefined)
  const spoken = times.map(({ startMs }, index) => {
    return { startMs, narrationPath: request.scenes[index]?.narrationPath }
  })
  const sound = hasAudio ? openSoundTrack(spoken) : undefined
  const { codec, ...encoding } = chooseEncoding(encodings)
  const rate = { num: fps, den: 1 }
  const plan = {
    ...{ container, options, picture: { ...encoding, width, height, rate } },
    ...(hasAudio && { sound: narrationSound }),
  }
  const reportProgress = progressReporter(request.scenes.length, frameCount, onProgress)
  try {
    const frames = toFrames(renderFrames(times, frameCount, tools), request, reportProgress)
    const channels = hasAudio ? narrationSound.channels : 0
    await writeMedia(request.outputPath, plan, async (writer) => {
      await writeTracks(writer, { frames, sound }, { rate, channels })
    })
    await writeFirstPicture(request, times, tools)
  } catch (error) {
    await rm(request.outputPath, { force: true })
    throw error
  }
  return {
    durationMs: Math.round((frameCount * 1000) / fps),
    ...{ width, height, hasAudio },
    contentType: 'video/mp4',
    codec,
    warnings: listWarnings(codec, tools.missing),
  }
}

/** Draws the next frame while the encoder, which has threads of its own, works on the last one. */
async function* toFrames(
  rendered: AsyncGenerator<RenderedFrame>,
  size: Size,
  onFrame: (sceneIndex: number, framesDone: number) => void,
): AsyncGenerator<Frame> {
  let upcoming = rendered.next()
  for (let count = 0; ; count++) {
    const { value, done } = await upcoming
    if (done) return
    onFrame(value.sceneIndex, count)
    upcoming = nextTurn().then(() => rendered.next())
    // It is awaited above. Until then it must not count as an unhandled rejection.
    upcoming.catch(() => {})
    const frame = toPictureFrame(value.bytes, size)
    yield frame
    frame.free()
  }
}

/** Checks all images before rendering, so a damaged one in the last scene fails early. */
async function requireReadableStills({ scenes }: VideoRequest): Promise<void> {
  for (const [index, { imagePath }] of scenes.entries()) {
    if (imagePath !== undefined) await readStill(imagePath, index)
  }
}

/** Writes the thumbnail, which has no caption. */
async function writeFirstPicture(request: VideoRequest, times: SceneTimes[], tools: SceneTools) {
  const [scene, sceneTimes] = [request.scenes[0], times[0]]
  if (!scene || !sceneTimes) return
  const { image, camera } = await loadPicture(scene, 0, sceneTimes, tools)
  await writeThumbnail(image, camera, request, request.background, request.thumbnailPath)
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

function listWarnings(codec: string, missing: Set<string>): string[] {
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
