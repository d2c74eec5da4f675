import type { LowFill } from './fill-low.ts'
import { blur, erode, inverse, without } from './grid.ts'
import {
  computeDifferences,
  findCell,
  type Matches,
  matchPatches,
  type NodeFeatures,
  nodeCount,
  nodeSide,
  sourceNodes,
} from './patch-match.ts'
import { modelCells, modelSide } from './step.ts'

/** Weight of texture strength relative to colour when comparing appearance. */
const weightOfTexture = 1.5

/** Penalty factor for a fill that is entirely smooth where the photo never is. */
const weightOfSmooth = 3

/** The fine detail (below about two cells) of each plane, and its strength around each cell. */
interface Texture {
  fine: Float32Array
  strength: Float32Array
  /** The expected strength: the fill's own, times the model's known loss. */
  expected: Float32Array
}

/** The source of each node's detail, and how much of it to apply. */
export interface Detail {
  matches: Matches
  gain: Float32Array
}

/** How a fill compares with the surrounding photo. */
export interface Comparison {
  texture: Texture
  matches: Matches
  differences: Float32Array
  /** How little the fill resembles anything in the photo. */
  oddness: number
}

/** Finds the most similar piece of the photo for each piece of the fill, with both blurred. */
export function compare(
  low: LowFill,
  wanted: Uint8Array,
  usable: Uint8Array,
  random: () => number,
  start?: Matches,
): Comparison | undefined {
  const texture = measureTexture(low)
  const looks = describeNodes(low, texture)
  const matches = matchPatches(looks, wanted, sourceNodes(usable), random, start)
  if (!matches) return undefined
  const differences = computeDifferences(looks, matches)
  const smooth = smoothShare(low, texture, matches)
  const oddness = meanWhere(differences, wanted) * (1 + weightOfSmooth * smooth)
  return { texture, matches, differences, oddness }
}

/**
 * The share of the fill that is much smoother than nearly all of the photo. If the photo is all
 * gravel, no two pieces of it are alike, and a smooth wall scores hardly odder than more gravel.
 * Only this share tells them apart.
 */
function smoothShare({ known }: LowFill, { strength }: Texture, matches: Matches): number {
  const strengths = strength.filter((_, cell) => cell % 16 === 0 && known[cell] === 1).sort()
  const smooth = (strengths[Math.floor(strengths.length / 20)] ?? 0) / 2
  let smoother = 0
  let count = 0
  for (let node = 0; node < nodeCount; node++) {
    if ((matches[node] as number) < 0) continue
    if ((strength[findCell(node)] as number) < smooth) smoother++
    count++
  }
  return smoother / count
}

/**
 * The model's fill is softer than the photo, even at model size. Where the photo has more texture
 * than the matching piece of the fill, the fill gets the photo's texture. The returned matches are
 * used for even finer detail, which only the full-size photo has.
 */
export function addTexture(low: LowFill, { matches, texture }: Comparison): Detail {
  const gain = new Float32Array(nodeCount)
  for (let node = 0; node < nodeCount; node++) {
    const match = matches[node] as number
    if (match >= 0) gain[node] = transfer(low, texture, node, match)
  }
  return { matches, gain }
}

function measureTexture({ planes, known }: LowFill): Texture {
  const fine = new Float32Array(modelCells * 3)
  const strength = new Float32Array(modelCells)
  for (let c = 0; c < 3; c++) {
    const plane = planes.subarray(c * modelCells, (c + 1) * modelCells)
    const soft = plane.slice()
    blur(soft, 1, 3)
    for (let at = 0; at < modelCells; at++) {
      const difference = (plane[at] as number) - (soft[at] as number)
      fine[c * modelCells + at] = difference
      strength[at] = (strength[at] as number) + difference * difference
    }
  }
  blur(strength, 3, 3)
  // Running sums can end slightly below zero where there is no texture.
  for (let at = 0; at < modelCells; at++) {
    strength[at] = Math.sqrt(Math.max(0, strength[at] as number))
  }
  const loss = textureLoss(known, strength)
  const expected = strength.slice()
  for (let at = 0; at < modelCells; at++) {
    if (known[at] === 0) expected[at] = (expected[at] as number) * loss
  }
  return { fine, strength, expected }
}

function describeNodes(low: LowFill, texture: Texture): NodeFeatures {
  const perNode = 4
  const values = new Float32Array(nodeCount * perNode)
  for (let node = 0; node < nodeCount; node++) {
    const cell = findCell(node)
    for (let c = 0; c < 3; c++) {
      values[node * perNode + c] = meanOfNode(low.planes, c * modelCells + cell)
    }
    values[node * perNode + 3] = (texture.expected[cell] as number) * weightOfTexture
  }
  return { values, perNode }
}

/** How much stronger the photo's texture is than the fill's, close to the border on both sides. */
function textureLoss(known: Uint8Array, strength: Float32Array): number {
  const near = 24
  const open = inverse(known)
  const photo = meanWhere(strength, without(known, erode(known, near)))
  const fill = meanWhere(strength, without(open, erode(open, near)))
  return Math.min(2.5, Math.max(1, photo / (fill + 0.01)))
}

function meanWhere(values: Float32Array, set: Uint8Array): number {
  let sum = 0
  let count = 0
  for (let at = 0; at < set.length; at++) {
    if (set[at] === 0) continue
    sum += values[at] as number
    count++
  }
  return sum / Math.max(1, count)
}

function meanOfNode(plane: Float32Array, at: number): number {
  const top = (plane[at] as number) + (plane[at + 1] as number)
  const bottom = (plane[at + modelSide] as number) + (plane[at + modelSide + 1] as number)
  return (top + bottom) / 4
}

/** Adds the match's texture to a fill node as far as it lacks it. Returns the gain. */
function transfer(low: LowFill, texture: Texture, node: number, match: number): number {
  const { fine, strength, expected } = texture
  const own = strength[findCell(node)] as number
  const there = (strength[findCell(match)] as number) + 0.01
  const gain = Math.min(1, (expected[findCell(node)] as number) / there)
  const share = Math.min(1, Math.max(0, 1.6 * (1 - own / (there * gain + 0.01))))
  for (let i = 0; i < nodeSide * nodeSide; i++) {
    const within = Math.floor(i / nodeSide) * modelSide + (i % nodeSide)
    const to = findCell(node) + within
    if (low.known[to] === 1) continue
    for (let c = 0; c < 3; c++) {
      const at = c * modelCells + to
      const better = gain * (fine[c * modelCells + findCell(match) + within] as number)
      low.planes[at] = (low.planes[at] as number) + share * (better - (fine[at] as number))
    }
  }
  return gain
}
