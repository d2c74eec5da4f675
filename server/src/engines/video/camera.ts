import type { PictureWindow } from './draw-window.ts'

export interface Camera {
  start: PictureWindow
  end: PictureWindow
}

interface Size {
  width: number
  height: number
}

export interface CameraStyle {
  /** Zoom and travel per second and the maximum per scene, as shares of the image. */
  zoomPerSecond: number
  maxZoom: number
  travelPerSecond: number
  maxTravel: number
}

export const stillStyle: CameraStyle = {
  zoomPerSecond: 0.025,
  maxZoom: 0.16,
  travelPerSecond: 0.025,
  maxTravel: 0.16,
}
/** Text must be readable, so it hardly moves. */
export const titleStyle: CameraStyle = {
  zoomPerSecond: 0.008,
  maxZoom: 0.04,
  travelPerSecond: 0,
  maxTravel: 0,
}

/** Consecutive scenes move differently: alternately in and out, each to another corner. */
const corners = [
  { x: 1, y: 1 },
  { x: 1, y: -1 },
  { x: -1, y: -1 },
  { x: -1, y: 1 },
]

export function planCamera(
  picture: Size,
  frame: Size,
  focus: { x: number; y: number },
  scene: { index: number; seconds: number },
  style: CameraStyle,
): Camera {
  const zoom = Math.min(style.maxZoom, style.zoomPerSecond * scene.seconds)
  const travel = Math.min(style.maxTravel, style.travelPerSecond * scene.seconds)
  const corner = corners[scene.index % corners.length] ?? { x: 0, y: 0 }
  // The widest window with the frame's aspect ratio. It covers the frame without a border.
  const width = Math.min(picture.width, (picture.height * frame.width) / frame.height)
  const height = (width * frame.height) / frame.width
  const computeWindow = (scale: number, away: number): PictureWindow => {
    const size = { width: width / scale, height: height / scale }
    const centreX = focus.x - away * corner.x * width
    const centreY = focus.y - away * corner.y * height
    return {
      ...size,
      left: within(picture.width - size.width, centreX - size.width / 2),
      top: within(picture.height - size.height, centreY - size.height / 2),
    }
  }
  // The tight view stays close to the focus. The wide view may be further off.
  const wide = computeWindow(1, 0.7 * travel)
  const tight = computeWindow(1 + zoom, -0.3 * travel)
  return scene.index % 2 === 0 ? { start: wide, end: tight } : { start: tight, end: wide }
}

function within(most: number, wanted: number): number {
  return Math.max(0, Math.min(most, wanted))
}

/** The view at a point of the camera's path, 0 to 1, with easing at both ends. */
export function moveWindow({ start, end }: Camera, part: number): PictureWindow {
  const clamped = within(1, part)
  const eased = clamped * clamped * (3 - 2 * clamped)
  const between = (side: keyof PictureWindow) => start[side] + (end[side] - start[side]) * eased
  return {
    left: between('left'),
    top: between('top'),
    width: between('width'),
    height: between('height'),
  }
}
