import sharp from 'sharp'
import type { Box } from '../background/foreground.ts'
import type { RawImage } from '../decode-image.ts'
import type { Device } from '../device/probe-device.ts'
import { planes } from '../image-planes.ts'
import { session } from '../model-session.ts'
import { Tensor } from '../onnxruntime.ts'
import { decodeFaces, type FacePoint, type FoundFace, withoutDuplicates } from './decode-faces.ts'

export interface Face {
  score: number
  /** In pixels of the upright image, inside of it. */
  box: Box
  landmarks: Record<'left_eye' | 'right_eye' | 'nose' | 'mouth_left' | 'mouth_right', FacePoint>
  /** Whether the edge of the image cuts the face. */
  is_cut_off: boolean
}

export interface FaceOptions {
  model: string
  threads: number
  device: Device
}

const modelSide = 640
const minScore = 0.75
/** In a tile the model sees more detail, and more that only looks like a face. */
const minTileScore = 0.85
/** Smaller images aren't searched in tiles: the model already sees every pixel. */
const minTiledSide = 960
const tileShare = 0.6

/** Finds faces, the largest first: in the whole image, then small ones in four overlapping tiles. */
export async function findFaces(image: RawImage, options: FaceOptions): Promise<Face[]> {
  const whole = { left: 0, top: 0, width: image.width, height: image.height }
  const faces = await findFacesInPart(image, whole, minScore, options)
  for (const tile of planTiles(image)) {
    const inTile = await findFacesInPart(image, tile, minTileScore, options)
    faces.push(...inTile.filter(({ box }) => isInside(box, tile)))
  }
  return withoutDuplicates(faces)
    .map((face) => finish(face, image))
    .sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)
}

function planTiles({ width, height }: RawImage): Box[] {
  if (Math.max(width, height) < minTiledSide) return []
  const [across, down] = [Math.round(width * tileShare), Math.round(height * tileShare)]
  return [0, height - down].flatMap((top) =>
    [0, width - across].map((left) => ({ left, top, width: across, height: down })),
  )
}

/** A face at the edge of a tile is only a part of one. */
function isInside(box: Box, tile: Box): boolean {
  return (
    box.left >= tile.left &&
    box.top >= tile.top &&
    box.left + box.width <= tile.left + tile.width &&
    box.top + box.height <= tile.top + tile.height
  )
}

async function findFacesInPart(
  image: RawImage,
  part: Box,
  least: number,
  options: FaceOptions,
): Promise<FoundFace[]> {
  const scale = modelSide / Math.max(part.width, part.height)
  const width = Math.max(1, Math.round(part.width * scale))
  const height = Math.max(1, Math.round(part.height * scale))
  const pixels = await sharp(image.pixels, { raw: image })
    .extract(part)
    .flatten({ background: '#000' })
    .resize(width, height, { fit: 'fill' })
    .extend({ right: modelSide - width, bottom: modelSide - height, background: '#000' })
    .raw()
    .toBuffer()
  const { session: opened } = await session(options.model, options)
  const tensor = new Tensor(
    'float32',
    planes(pixels, (value) => value),
    [1, 3, modelSide, modelSide],
  )
  const results = await opened.run({ [opened.inputNames[0] ?? '']: tensor })
  const outputs = (name: string) => {
    const data = results[name]?.data
    if (data instanceof Float32Array) return data
    throw new Error(`The model returned no ${name}`)
  }
  return decodeFaces(outputs, modelSide, least).map(({ score, box, landmarks }) => ({
    score,
    box: {
      left: part.left + box.left / scale,
      top: part.top + box.top / scale,
      width: box.width / scale,
      height: box.height / scale,
    },
    landmarks: landmarks.map(([x, y]) => [
      part.left + x / scale,
      part.top + y / scale,
    ]) as FoundFace['landmarks'],
  }))
}

/** A face may exceed the image by this share of its size and still be whole. */
const minCut = 0.04

function finish({ score, box, landmarks }: FoundFace, { width, height }: RawImage): Face {
  const [right, bottom] = [box.left + box.width, box.top + box.height]
  const beyondX = Math.max(-box.left, right - width) / box.width
  const beyondY = Math.max(-box.top, bottom - height) / box.height
  const left = Math.max(0, Math.round(box.left))
  const top = Math.max(0, Math.round(box.top))
  const [leftEye, rightEye, nose, mouthLeft, mouthRight] = landmarks.map(
    ([x, y]): FacePoint => [Math.round(x), Math.round(y)],
  ) as FoundFace['landmarks']
  return {
    score: Math.round(score * 1000) / 1000,
    box: {
      left,
      top,
      width: Math.min(width, Math.round(right)) - left,
      height: Math.min(height, Math.round(bottom)) - top,
    },
    landmarks: {
      left_eye: leftEye,
      right_eye: rightEye,
      nose,
      mouth_left: mouthLeft,
      mouth_right: mouthRight,
    },
    is_cut_off: Math.max(beyondX, beyondY) > minCut,
  }
}
