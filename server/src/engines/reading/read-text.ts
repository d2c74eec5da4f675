import sharp from 'sharp'
import { decodeImage, type RawImage } from '../decode-image.ts'
import type { Device } from '../device/probe-device.ts'
import { planes } from '../image-planes.ts'
import { type OpenSession, runSession, session } from '../model-session.ts'
import { cutLine } from './cut-line.ts'
import { findBoxes, type TextMap } from './find-boxes.ts'
import { inReadingOrder } from './reading-order.ts'
import { type Recognised, readAlphabet, recogniseLine } from './recognise-line.ts'
import { listCorners, type Point, type TextBox } from './text-box.ts'

export interface ReadingModels {
  detection: string
  recognition: string
  alphabet: string
}

export interface TextLine {
  text: string
  confidence: number
  /** In pixels of the upright image. */
  box: { left: number; top: number; width: number; height: number }
  /** From the start of the line's upper edge, clockwise. */
  corners: Point[]
  /** In degrees, clockwise; 0 for level text. */
  angle: number
}

export interface ReadOptions {
  models: ReadingModels
  threads: number
  device: Device
  onProgress(percent: number, stage: string): void
}

/** Reads the text of an image, line by line in reading order. */
export async function readText(source: Uint8Array | string, options: ReadOptions) {
  const { models, onProgress } = options
  const startedAt = performance.now()
  const { warnings, ...decoded } = await decodeImage(source, 'image_url')
  const image = await onWhite(decoded)
  onProgress(5, 'finding text')
  const detection = await session(models.detection, options)
  const { map, scale } = await mapText(image, detection)
  const boxes = findBoxes(map).map((box) => enlarge(box, 1 / scale))
  const foundAt = performance.now()
  const recognition = await session(models.recognition, options)
  const alphabet = await readAlphabet(models.alphabet)
  const lines: TextLine[] = []
  for (const [index, box] of boxes.entries()) {
    onProgress(30 + (70 * index) / boxes.length, `reading line ${index + 1} of ${boxes.length}`)
    const { isUpsideDown, ...read } = await readBox(image, box, recognition, alphabet)
    if (read.text === '' || read.confidence < minConfidence) continue
    lines.push(buildLine(image, isUpsideDown ? flip(box) : box, read))
  }
  return {
    lines: sortLines(lines),
    width: image.width,
    height: image.height,
    warnings,
    device: recognition.device,
    timings: { findMs: foundAt - startedAt, readMs: performance.now() - foundAt },
  }
}

const minConfidence = 0.6
/** Below this, a line may be upside down. */
const sureConfidence = 0.9
/** A turned icon can look like a letter or two. */
const minTurnedLetters = 3

/** Reads a line both ways if the first isn't clear. */
async function readBox(
  image: RawImage,
  box: TextBox,
  opened: OpenSession,
  alphabet: string[],
): Promise<Recognised & { isUpsideDown: boolean }> {
  const upright = await recogniseLine(opened, alphabet, cutLine(image, box))
  const isLong = box.length / box.thickness > minTurnedLetters / 2
  if (upright.confidence >= sureConfidence || !isLong) return { ...upright, isUpsideDown: false }
  const turned = await recogniseLine(opened, alphabet, cutLine(image, box, true))
  const isUpsideDown =
    turned.text.length >= minTurnedLetters && turned.confidence > upright.confidence + 0.05
  return isUpsideDown ? { ...turned, isUpsideDown } : { ...upright, isUpsideDown }
}

const imageNetMean = [0.485, 0.456, 0.406]
const imageNetDeviation = [0.229, 0.224, 0.225]

/** The longest side that the detection model sees. Text below 10 pixels there is missed. */
const longestSide = 1920
const shortestSide = 960
const maxEnlargement = 2
/** The model halves the image five times. */
const multiple = 32

async function mapText(
  image: RawImage,
  opened: OpenSession,
): Promise<{ map: TextMap; scale: number }> {
  const longest = Math.max(image.width, image.height)
  const scale = Math.min(
    longestSide / longest,
    Math.max(1, Math.min(maxEnlargement, shortestSide / longest)),
  )
  const width = Math.max(1, Math.round(image.width * scale))
  const height = Math.max(1, Math.round(image.height * scale))
  const padded = { width: roundUp(width), height: roundUp(height) }
  const { data } = await sharp(image.pixels, { raw: image })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .extend({
      right: padded.width - width,
      bottom: padded.height - height,
      extendWith: 'copy',
    })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const normal = (value: number, channel: number) =>
    (value / 255 - (imageNetMean[channel] ?? 0)) / (imageNetDeviation[channel] ?? 1)
  const { values } = await runSession(opened, planes(data, normal, [2, 1, 0]), padded)
  return { map: { values, ...padded }, scale }
}

function roundUp(size: number): number {
  return Math.ceil(size / multiple) * multiple
}

async function onWhite(image: RawImage): Promise<RawImage> {
  if (image.channels === 3) return image
  const pixels = await sharp(image.pixels, { raw: image })
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer()
  return { ...image, channels: 3, pixels }
}

function enlarge({ centre, length, thickness, angle }: TextBox, factor: number): TextBox {
  // The map's values are the middles of pixels.
  const place = (at: number) => (at + 0.5) * factor
  return {
    centre: [place(centre[0]), place(centre[1])],
    length: length * factor,
    thickness: thickness * factor,
    angle,
  }
}

function flip(box: TextBox): TextBox {
  return { ...box, angle: box.angle > 0 ? box.angle - Math.PI : box.angle + Math.PI }
}

function buildLine({ width, height }: RawImage, box: TextBox, read: Recognised): TextLine {
  const corners = listCorners(box).map(
    ([x, y]): Point => [
      Math.round(Math.max(0, Math.min(width, x))),
      Math.round(Math.max(0, Math.min(height, y))),
    ],
  )
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return {
    text: read.text,
    confidence: Math.round(read.confidence * 1000) / 1000,
    box: { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top },
    corners,
    angle: Math.round((box.angle * 1800) / Math.PI) / 10,
  }
}

/** Sorts in the frame of the usual direction, so that a turned page is read like a level one. */
function sortLines(lines: TextLine[]): TextLine[] {
  const angles = lines.map(({ angle }) => angle).sort((a, b) => a - b)
  const usual = ((angles[Math.floor(angles.length / 2)] ?? 0) * Math.PI) / 180
  const [cos, sin] = [Math.cos(usual), Math.sin(usual)]
  const placed = lines.map((line) => {
    const across = line.corners.map(([x, y]) => x * cos + y * sin)
    const down = line.corners.map(([x, y]) => y * cos - x * sin)
    return {
      line,
      left: Math.min(...across),
      right: Math.max(...across),
      top: Math.min(...down),
      bottom: Math.max(...down),
    }
  })
  return inReadingOrder(placed).map(({ line }) => line)
}
