import { erode } from './grid.ts'
import { modelCells, modelSide } from './step.ts'

/** One node covers nodeSide × nodeSide cells. */
export const nodeSide = 2
export const nodesPerSide = modelSide / nodeSide

/** Patches are 5 × 5 nodes. */
export const radius = 2
const rounds = 4
/** Distant sources cost slightly more: nearby areas share lighting, focus and texture. */
const costOfDistance = 0.04

/**
 * How much worse a match that continues a neighbour's may be. This keeps texture in larger pieces.
 */
const coherence = 12

/** A few numbers per node that describe its appearance, stored consecutively. */
export interface NodeFeatures {
  values: Float32Array
  perNode: number
}

/** For each node, the index of the most similar node, or -1 if none was requested. */
export type Matches = Int32Array

/**
 * PatchMatch (Barnes 2009): finds good matches at random, then propagates them to neighbours.
 * `wanted` and `sources` are flags per node. Returns undefined if there are too few sources. After
 * a small change, pass the previous matches as `start`; then one round is enough.
 */
export function matchPatches(
  looks: NodeFeatures,
  wanted: Uint8Array,
  sources: Uint8Array,
  random: () => number,
  start?: Matches,
): Matches | undefined {
  const list: number[] = []
  for (let node = 0; node < sources.length; node++) if (sources[node] === 1) list.push(node)
  if (list.length < 64) return undefined
  const match = new Int32Array(sources.length).fill(-1)
  const cost = new Float32Array(sources.length).fill(Number.POSITIVE_INFINITY)
  const offer = (node: number, source: number, allowance: number) => {
    if (source < 0 || source >= sources.length || sources[source] === 0) return
    const limit = (cost[node] as number) + allowance
    const found = difference(looks, node, source, limit)
    if (found >= limit) return
    cost[node] = found
    match[node] = source
  }
  for (let node = 0; node < match.length; node++) {
    if (wanted[node] === 0) continue
    offer(node, start?.[node] ?? (list[Math.floor(random() * list.length)] as number), 0)
  }
  for (let round = 0; round < (start ? 1 : rounds); round++)
    improve(match, round % 2 === 0, offer, random)
  return match
}

function improve(
  match: Matches,
  forward: boolean,
  offer: (node: number, source: number, allowance: number) => void,
  random: () => number,
): void {
  const back = forward ? -1 : 1
  for (let i = 0; i < match.length; i++) {
    const node = forward ? i : match.length - 1 - i
    if (match[node] === -1) continue
    const x = node % nodesPerSide
    const inRow = x + back >= 0 && x + back < nodesPerSide
    const beside = inRow ? (match[node + back] as number) : -1
    if (beside >= 0) offer(node, beside - back, coherence)
    const above = match[node + back * nodesPerSide] ?? -1
    if (above >= 0) offer(node, above - back * nodesPerSide, coherence)
    for (let reach = nodesPerSide / 2; reach >= 1; reach /= 4) {
      const from = match[node] as number
      const sx = (from % nodesPerSide) + Math.round((random() * 2 - 1) * reach)
      const sy = Math.floor(from / nodesPerSide) + Math.round((random() * 2 - 1) * reach)
      if (sx >= 0 && sx < nodesPerSide) offer(node, sy * nodesPerSide + sx, -coherence)
    }
  }
}

/** How much each patch differs from its match, ignoring distance. */
export function computeDifferences(looks: NodeFeatures, matches: Matches): Float32Array {
  return Float32Array.from(matches, (match, node) =>
    match < 0 ? 0 : Math.sqrt(difference(looks, node, match, Number.POSITIVE_INFINITY, 0)),
  )
}

/** Nodes whose whole patch lies inside the window, on set cells only. */
export function sourceNodes(set: Uint8Array): Uint8Array {
  const clear = erode(set, (radius + 1) * nodeSide)
  const nodes = new Uint8Array(nodesPerSide * nodesPerSide)
  for (let node = 0; node < nodes.length; node++) {
    const x = node % nodesPerSide
    const y = Math.floor(node / nodesPerSide)
    const edge = Math.min(x, y, nodesPerSide - 1 - x, nodesPerSide - 1 - y)
    if (edge > radius) nodes[node] = clear[findCell(node)] as number
  }
  return nodes
}

/** The first cell of a node. */
export function findCell(node: number): number {
  const y = Math.floor(node / nodesPerSide)
  return y * nodeSide * modelSide + (node % nodesPerSide) * nodeSide
}

/** Mean squared difference of two patches. Stops early once it exceeds `limit`. */
function difference(
  looks: NodeFeatures,
  target: number,
  source: number,
  limit: number,
  distanceCost: number = costOfDistance,
): number {
  const { values, perNode } = looks
  const tx = target % nodesPerSide
  const ty = Math.floor(target / nodesPerSide)
  const dx = tx - (source % nodesPerSide)
  const dy = ty - Math.floor(source / nodesPerSide)
  const left = Math.max(-radius, -tx)
  const right = Math.min(radius, nodesPerSide - 1 - tx)
  const bottom = Math.min(radius, nodesPerSide - 1 - ty)
  const top = Math.max(-radius, -ty)
  const share = 1 / ((right - left + 1) * (bottom - top + 1))
  let sum = ((dx * dx + dy * dy) * distanceCost) / share
  const worst = limit / share
  for (let row = top; row <= bottom; row++) {
    let a = (target + row * nodesPerSide + left) * perNode
    let b = (source + row * nodesPerSide + left) * perNode
    const end = a + (right - left + 1) * perNode
    for (; a < end; a++, b++) {
      const d = (values[a] as number) - (values[b] as number)
      sum += d * d
    }
    if (sum > worst) return sum * share
  }
  return sum * share
}

export const nodeCount = modelCells / (nodeSide * nodeSide)
