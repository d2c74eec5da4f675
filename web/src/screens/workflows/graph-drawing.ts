import type { Step } from './definition.ts'

interface Node {
  step: Step
  x: number
  y: number
}

/** A line of the graph, lit when `to` has started, or without `to`, when `from` is finished. */
export interface Edge {
  key: string
  d: string
  to?: string
  from?: string
  /** Bypasses the steps inside `from`: lit when `from` is finished and none of them has started. */
  around?: string[]
  isLoop?: boolean
}

interface Label {
  key: string
  text: string
  x: number
  y: number
  width: number
}

interface Frame {
  key: string
  x: number
  y: number
  width: number
  height: number
}

/** A drawing of steps. The path enters at the top and leaves at the bottom, both at `middle`. */
export interface Drawing {
  width: number
  height: number
  middle: number
  nodes: Node[]
  edges: Edge[]
  labels: Label[]
  frames: Frame[]
}

export function add(drawing: Drawing, part: Drawing, x: number, y: number): void {
  const at = <T extends { x: number; y: number }>(one: T) => ({
    ...one,
    x: one.x + x,
    y: one.y + y,
  })
  drawing.nodes.push(...part.nodes.map(at))
  drawing.labels.push(...part.labels.map(at))
  drawing.frames.push(...part.frames.map(at))
  drawing.edges.push(...part.edges.map((edge) => ({ ...edge, d: moved(edge.d, x, y) })))
}

export function emptyDrawing(width: number, height: number, middle: number): Drawing {
  return { width, height, middle, nodes: [], edges: [], labels: [], frames: [] }
}

export function line(x: number, from: number, to: number): string {
  return `M${x} ${from} V${to}`
}

export function turn(x: number, y: number, toX: number, at: number): string {
  return `M${x} ${y} V${at} H${toX}`
}

/** Lines only use M, H and V. */
function moved(d: string, x: number, y: number): string {
  return d.replaceAll(/([MHV])([\d.]+)(?: ([\d.]+))?/g, (_, letter, one, two) => {
    if (letter === 'M') return `M${Number(one) + x} ${Number(two) + y}`
    return letter === 'H' ? `H${Number(one) + x}` : `V${Number(one) + y}`
  })
}
