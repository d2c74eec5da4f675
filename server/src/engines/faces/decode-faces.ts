import type { Box } from '../background/foreground.ts'

export type FacePoint = [x: number, y: number]

export interface FoundFace {
  /** 0 to 1. */
  score: number
  /** May exceed the image if the face is cut off. */
  box: Box
  /** Eyes, nose, corners of the mouth: left and right as seen in the image. */
  landmarks: [FacePoint, FacePoint, FacePoint, FacePoint, FacePoint]
}

/** Reads an output of the model by name. */
export type Outputs = (name: string) => Float32Array

/** The sizes of faces that each grid of the model looks for, in multiples of 16 pixels. */
const grids = [
  { stride: 32, sizes: [32, 16] },
  { stride: 16, sizes: [8, 4] },
  { stride: 8, sizes: [2, 1] },
] as const

const cellCentre = 7.5
/** The model was trained with landmarks in this unit. */
const landmarkUnit = 0.2

/** Turns the answers of the model for a square image into faces, with duplicates. */
export function decodeFaces(outputs: Outputs, side: number, minScore: number): FoundFace[] {
  const faces: FoundFace[] = []
  for (const { stride, sizes } of grids) {
    const scores = outputs(`face_rpn_cls_prob_reshape_stride${stride}`)
    const boxes = outputs(`face_rpn_bbox_pred_stride${stride}`)
    const marks = outputs(`face_rpn_landmark_pred_stride${stride}`)
    const across = side / stride
    const cells = across ** 2
    for (const [index, multiple] of sizes.entries()) {
      const size = 16 * multiple
      for (let cell = 0; cell < cells; cell++) {
        const score = scores[(sizes.length + index) * cells + cell] as number
        if (score < minScore) continue
        const centre: FacePoint = [
          (cell % across) * stride + cellCentre,
          Math.floor(cell / across) * stride + cellCentre,
        ]
        const box = (part: number) => boxes[(index * 4 + part) * cells + cell] as number
        const mark = (part: number) => marks[(index * 10 + part) * cells + cell] as number
        faces.push({
          score,
          box: boxAround(centre, size, box),
          landmarks: [0, 1, 2, 3, 4].map((point) => [
            centre[0] + size * landmarkUnit * mark(point * 2),
            centre[1] + size * landmarkUnit * mark(point * 2 + 1),
          ]) as FoundFace['landmarks'],
        })
      }
    }
  }
  return faces
}

function boxAround([x, y]: FacePoint, size: number, part: (index: number) => number): Box {
  const [width, height] = [size * Math.exp(part(2)), size * Math.exp(part(3))]
  return {
    left: x + size * part(0) - width / 2,
    top: y + size * part(1) - height / 2,
    width,
    height,
  }
}

const maxOverlap = 0.4

/** Keeps the best of faces that overlap. */
export function withoutDuplicates(faces: FoundFace[]): FoundFace[] {
  const kept: FoundFace[] = []
  for (const face of faces.toSorted((a, b) => b.score - a.score)) {
    if (kept.every((other) => overlap(other.box, face.box) < maxOverlap)) kept.push(face)
  }
  return kept
}

/** The shared area as a share of the smaller box: also finds a part of a face inside the whole. */
function overlap(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
  if (width <= 0 || height <= 0) return 0
  return (width * height) / Math.min(a.width * a.height, b.width * b.height)
}
