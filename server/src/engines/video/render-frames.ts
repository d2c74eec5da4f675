import { layOver } from './caption-overlay.ts'
import { type OpenScene, openScene, type SceneTools } from './open-scene.ts'
import { emptyPlanes, type Planes } from './planes.ts'
import { findScene, type SceneTimes } from './timeline.ts'

export interface RenderedFrame {
  /** Valid until the frame after next is requested. */
  bytes: Uint8Array
  sceneIndex: number
}

/**
 * Renders a video frame by frame, alternating between two buffers: the encoder reads one while the
 * next frame is drawn into the other. At most two scenes are open at a time.
 */
export async function* renderFrames(
  times: SceneTimes[],
  frameCount: number,
  tools: SceneTools,
): AsyncGenerator<RenderedFrame> {
  const { width, height, fps } = tools.request
  const buffers = [emptyPlanes(width, height), emptyPlanes(width, height)] as const
  const beneath = emptyPlanes(width, height)
  const scenes = keepOpen(times, tools)
  for (let number = 0; number < frameCount; number++) {
    const frame = buffers[number % 2 === 0 ? 0 : 1]
    const timeMs = (number * 1000) / fps
    const { index, fade } = findScene(times, timeMs)
    const sceneMs = timeMs - (times[index]?.startMs ?? 0)
    const scene = await scenes.get(index)
    scene.drawPicture(frame, sceneMs)
    if (fade > 0) {
      const next = await scenes.get(index + 1)
      next.drawPicture(beneath, timeMs - (times[index + 1]?.startMs ?? 0))
      crossFade(frame, beneath, fade)
    }
    const caption = await scene.captionAt(sceneMs)
    if (caption) layOver(frame, caption)
    yield { bytes: frame.bytes, sceneIndex: index }
  }
}

function keepOpen(times: SceneTimes[], tools: SceneTools) {
  const open = new Map<number, OpenScene>()
  return {
    get: async (index: number): Promise<OpenScene> => {
      const found = open.get(index)
      if (found) return found
      for (const earlier of open.keys()) if (earlier < index - 1) open.delete(earlier)
      const [scene, sceneTimes] = [tools.request.scenes[index], times[index]]
      if (!scene || !sceneTimes) throw new Error(`There is no scene ${index}`)
      const opened = await openScene(scene, index, sceneTimes, tools)
      open.set(index, opened)
      return opened
    },
  }
}

/** Blends `next` into `frame`: at 0 only `frame` is visible, at 1 only `next`. */
function crossFade(frame: Planes, next: Planes, share: number): void {
  const weight = Math.round(share * 256)
  mix(frame.luma, next.luma, weight)
  mix(frame.blue, next.blue, weight)
  mix(frame.red, next.red, weight)
}

function mix(target: Uint8ClampedArray, other: Uint8ClampedArray, weight: number): void {
  const kept = 256 - weight
  for (let at = 0; at < target.length; at++) {
    target[at] =
      (Math.imul(target[at] as number, kept) + Math.imul(other[at] as number, weight) + 128) >> 8
  }
}
