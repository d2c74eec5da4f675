import type { RawImage } from '../decode-image.ts'
import { type Camera, moveWindow, planCamera, stillStyle, titleStyle } from './camera.ts'
import type { CaptionFont } from './caption-font.ts'
import { type Overlay, toOverlay } from './caption-overlay.ts'
import { drawCaption } from './captions.ts'
import { drawWindow } from './draw-window.ts'
import { findFocus, prepareStill, readStill } from './load-still.ts'
import { type Caption, planCaptions } from './plan-captions.ts'
import type { Planes } from './planes.ts'
import type { SceneTimes } from './timeline.ts'
import { drawTitleCard } from './title-card.ts'
import type { VideoRequest, VideoScene } from './video-request.ts'

/** A scene that can be drawn at any time. */
export interface OpenScene {
  /** Times are relative to the start of the scene, and negative while it fades in. */
  drawPicture(frame: Planes, timeMs: number): void
  captionAt(timeMs: number): Promise<Overlay | undefined>
}

export interface SceneTools {
  request: VideoRequest
  font: CaptionFont
  /** Characters that could not be drawn. */
  missing: Set<string>
}

export async function openScene(
  scene: VideoScene,
  index: number,
  times: SceneTimes,
  tools: SceneTools,
): Promise<OpenScene> {
  const { request, font, missing } = tools
  const { image, camera } = await loadPicture(scene, index, times, tools)
  const still = await prepareStill(image, camera, request, request.background)
  const frame = { widthPx: request.width, heightPx: request.height }
  const sentences = request.captions ? (scene.sentences ?? []) : []
  const captions = planCaptions(sentences, frame, font)
  let shown: { caption: Caption; overlay: Overlay | undefined } | undefined
  return {
    drawPicture: (target, timeMs) => {
      const part = (timeMs + times.leadMs) / (times.lengthMs + times.leadMs)
      drawWindow(still.planes, moveWindow(still.camera, part), target)
    },
    captionAt: async (timeMs) => {
      const caption = captions.find(({ startMs, endMs }) => startMs <= timeMs && timeMs < endMs)
      if (!caption) return undefined
      if (shown?.caption !== caption) {
        const drawn = drawCaption(caption.lines, frame, font)
        for (const character of drawn.missing) missing.add(character)
        shown = { caption, overlay: await toOverlay(drawn.svg) }
      }
      return shown.overlay
    },
  }
}

export async function loadPicture(
  { imagePath, title }: VideoScene,
  index: number,
  times: SceneTimes,
  { request, font, missing }: SceneTools,
): Promise<{ image: RawImage; camera: Camera }> {
  const scene = { index, seconds: (times.lengthMs + times.leadMs) / 1000 }
  if (imagePath !== undefined) {
    const image = await readStill(imagePath, index)
    const camera = planCamera(image, request, await findFocus(image, request), scene, stillStyle)
    return { image, camera }
  }
  // Large enough for the closest view, so the letters are drawn sharp instead of enlarged.
  const size = {
    width: Math.ceil(request.width * (1 + titleStyle.maxZoom)),
    height: Math.ceil(request.height * (1 + titleStyle.maxZoom)),
  }
  const card = await drawTitleCard(title ?? '', request.background, size, font)
  for (const character of card.missing) missing.add(character)
  const focus = { x: size.width / 2, y: size.height / 2 }
  return { image: card.image, camera: planCamera(size, request, focus, scene, titleStyle) }
}
