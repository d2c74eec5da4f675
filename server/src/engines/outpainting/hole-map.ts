import { type Canvas, type Rect, unknown } from './canvas.ts'

/** Holes are planned on a map of at most this many cells per side. The fill itself is exact. */
const mapSide = 256

/** A coarse map of part of the canvas: 1 if any pixel of the cell is unknown. */
export interface HoleMap {
  area: Rect
  /** Cell size in pixels. The last cells of a row or column may be smaller. */
  cell: number
  width: number
  height: number
  open: Uint8Array
}

export interface Hole {
  bounds: Rect
  /** Approximate width of the hole at its widest point, in pixels. */
  thickness: number
}

export function mapHoles(canvas: Canvas, area: Rect): HoleMap {
  const cell = Math.ceil(Math.max(area.width, area.height) / mapSide)
  const width = Math.ceil(area.width / cell)
  const height = Math.ceil(area.height / cell)
  const open = new Uint8Array(width * height)
  for (let y = 0; y < area.height; y++) {
    const start = (area.y + y) * canvas.width + area.x
    const row = canvas.state.subarray(start, start + area.width)
    const mapRow = Math.floor(y / cell) * width
    for (let x = row.indexOf(unknown); x >= 0; x = row.indexOf(unknown, x)) {
      const column = Math.floor(x / cell)
      open[mapRow + column] = 1
      x = (column + 1) * cell
    }
  }
  return { area, cell, width, height, open }
}

/** The connected holes of a map, thickest first. */
export function findHoles(map: HoleMap): Hole[] {
  const depth = depths(map)
  const seen = new Uint8Array(map.open.length)
  const holes: Hole[] = []
  for (let start = 0; start < map.open.length; start++) {
    if (map.open[start] === 1 && seen[start] === 0) holes.push(follow(map, depth, seen, start))
  }
  return holes.sort((a, b) => b.thickness - a.thickness)
}

function follow(map: HoleMap, depth: Uint16Array, seen: Uint8Array, start: number): Hole {
  const { width, height, open } = map
  const waiting = [start]
  seen[start] = 1
  let [left, right, top, bottom, deepest] = [width, 0, height, 0, 0]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const x = at % width
    const y = Math.floor(at / width)
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
    deepest = Math.max(deepest, depth[at] as number)
    for (const next of neighbours(x, y, width, height)) {
      if (open[next] === 0 || seen[next] === 1) continue
      seen[next] = 1
      waiting.push(next)
    }
  }
  const bounds = buildRect(map, left, top, right + 1, bottom + 1)
  return { bounds, thickness: Math.min(deepest * 2 * map.cell, bounds.width, bounds.height) }
}

function buildRect(
  { area, cell }: HoleMap,
  left: number,
  top: number,
  right: number,
  bottom: number,
) {
  const x = left * cell
  const y = top * cell
  return {
    x: area.x + x,
    y: area.y + y,
    width: Math.min(right * cell, area.width) - x,
    height: Math.min(bottom * cell, area.height) - y,
  }
}

function neighbours(x: number, y: number, width: number, height: number): number[] {
  const at = y * width + x
  const found: number[] = []
  if (x > 0) found.push(at - 1)
  if (x < width - 1) found.push(at + 1)
  if (y > 0) found.push(at - width)
  if (y < height - 1) found.push(at + width)
  return found
}

/** Steps from each open cell to the nearest known one. The map's edge doesn't count as known. */
function depths({ width, height, open }: HoleMap): Uint16Array {
  const depth = Uint16Array.from(open, (value) => (value === 0 ? 0 : 0xffff))
  const nearer = (at: number, from: number, inside: boolean) => {
    if (inside && (depth[from] as number) < (depth[at] as number)) {
      depth[at] = (depth[from] as number) + 1
    }
  }
  for (let at = 0; at < depth.length; at++) {
    nearer(at, at - 1, at % width > 0)
    nearer(at, at - width, at >= width)
  }
  for (let at = depth.length - 1; at >= 0; at--) {
    nearer(at, at + 1, at % width < width - 1)
    nearer(at, at + width, at < width * (height - 1))
  }
  return depth
}

/** The open share of the cells under a rectangle. */
export function openShare(map: HoleMap, rect: Rect): number {
  let open = 0
  let all = 0
  eachCell(map, rect, (at) => {
    open += map.open[at] as number
    all++
  })
  return all === 0 ? 0 : open / all
}

export function close(map: HoleMap, rect: Rect): void {
  eachCell(map, rect, (at) => {
    map.open[at] = 0
  })
}

function eachCell(map: HoleMap, rect: Rect, visit: (at: number) => void): void {
  const left = Math.floor((rect.x - map.area.x) / map.cell)
  const top = Math.floor((rect.y - map.area.y) / map.cell)
  const right = Math.ceil((rect.x + rect.width - map.area.x) / map.cell)
  const bottom = Math.ceil((rect.y + rect.height - map.area.y) / map.cell)
  for (let y = top; y < Math.min(bottom, map.height); y++) {
    for (let x = left; x < Math.min(right, map.width); x++) visit(y * map.width + x)
  }
}
