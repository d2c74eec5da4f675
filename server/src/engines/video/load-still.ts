import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { decodeImage, type RawImage } from '../decode-image.ts'
import { type Camera, moveWindow } from './camera.ts'
import type { PictureWindow } from './draw-window.ts'
import { type Planes, toPlanes } from './planes.ts'
import { sceneField } from './video-request.ts'

interface Size {
  width: number
  height: number
}

/** The part of an image that the camera sees, and the camera's path over it. */
export interface Still {
  planes: Planes
  camera: Camera
}

export async function readStill(imagePath: string, sceneIndex: number): Promise<RawImage> {
  return decodeImage(await readFile(imagePath), sceneField(sceneIndex, 'image'))
}

/**
 * The centre of the most salient area. An image wider or taller than the frame is cropped around
 * it, rather than through someone's head.
 */
export async function findFocus(image: RawImage, frame: Size): Promise<{ x: number; y: number }> {
  const shrink = Math.min(1, 200 / Math.max(frame.width, frame.height))
  const size = { width: Math.ceil(frame.width * shrink), height: Math.ceil(frame.height * shrink) }
  const { info } = await open(image)
    .resize({ ...size, fit: 'cover', position: 'attention' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const scale = Math.max(size.width / image.width, size.height / image.height)
  const centre = (offset: number | undefined, side: number) => (side / 2 - (offset ?? 0)) / scale
  return {
    x: centre(info.cropOffsetLeft, size.width),
    y: centre(info.cropOffsetTop, size.height),
  }
}

/** Scaled so the closest view has one pixel of the still per frame pixel. */
export async function prepareStill(
  image: RawImage,
  camera: Camera,
  frame: Size,
  background: string,
): Promise<Still> {
  const seen = seenPart(camera, image)
  const scale = frame.width / Math.min(camera.start.width, camera.end.width)
  const width = evenAbove(seen.width * scale)
  const height = evenAbove(seen.height * scale)
  const pixels = await open(image)
    .extract(seen)
    .resize({ width, height, fit: 'fill', kernel: 'lanczos3' })
    .flatten({ background })
    .raw({ depth: 'uchar' })
    .toBuffer()
  const onStill = (window: PictureWindow): PictureWindow => ({
    left: ((window.left - seen.left) * width) / seen.width,
    top: ((window.top - seen.top) * height) / seen.height,
    width: (window.width * width) / seen.width,
    height: (window.height * height) / seen.height,
  })
  return {
    planes: toPlanes(width, height, pixels),
    camera: { start: onStill(camera.start), end: onStill(camera.end) },
  }
}

/** Writes the view from the middle of the camera's path as a JPEG. */
export async function writeThumbnail(
  image: RawImage,
  camera: Camera,
  frame: Size,
  background: string,
  path: string,
): Promise<void> {
  const middle = moveWindow(camera, 0.5)
  await open(image)
    .extract(wholePixels(middle, image))
    .resize({ ...frame, fit: 'fill' })
    .flatten({ background })
    .jpeg({ quality: 85 })
    .toFile(path)
}

function open({ pixels, width, height, channels }: RawImage) {
  return sharp(pixels, { raw: { width, height, channels } })
}

function seenPart({ start, end }: Camera, image: Size) {
  const left = Math.min(start.left, end.left)
  const top = Math.min(start.top, end.top)
  const right = Math.max(start.left + start.width, end.left + end.width)
  const bottom = Math.max(start.top + start.height, end.top + end.height)
  return wholePixels({ left, top, width: right - left, height: bottom - top }, image)
}

function wholePixels(window: PictureWindow, image: Size) {
  const left = Math.floor(window.left)
  const top = Math.floor(window.top)
  const right = Math.min(image.width, Math.ceil(window.left + window.width))
  const bottom = Math.min(image.height, Math.ceil(window.top + window.height))
  return { left, top, width: right - left, height: bottom - top }
}

function evenAbove(length: number): number {
  return Math.ceil(length / 2) * 2
}
