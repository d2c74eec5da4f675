export type Point = readonly [x: number, y: number]

/** A rectangle at any angle. `angle` is the direction of the text in radians, clockwise. */
export interface TextBox {
  centre: Point
  /** Along the text. */
  length: number
  /** Across the text. */
  thickness: number
  angle: number
}

/** The four corners, from the start of the text's upper edge, clockwise. */
export function listCorners({ centre, length, thickness, angle }: TextBox): Point[] {
  const [along, across] = computeAxes(angle)
  const corner = (u: number, v: number): Point => [
    centre[0] + (along[0] * u * length + across[0] * v * thickness) / 2,
    centre[1] + (along[1] * u * length + across[1] * v * thickness) / 2,
  ]
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
}

export function computeAxes(angle: number): [along: Point, across: Point] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [
    [cos, sin],
    [-sin, cos],
  ]
}

/**
 * The smallest rectangle around points, tried along each edge of their convex hull. Level unless
 * another angle is clearly better, because round regions fit at any angle.
 */
export function smallestBox(points: Point[]): TextBox {
  const hull = convexHull(points)
  let best = boxAlong(points, 0)
  let maxArea = best.length * best.thickness * 0.97
  for (const [index, from] of hull.entries()) {
    const to = hull[(index + 1) % hull.length] as Point
    const box = boxAlong(hull, Math.atan2(to[1] - from[1], to[0] - from[0]))
    if (box.length * box.thickness >= maxArea) continue
    best = box
    maxArea = box.length * box.thickness
  }
  return best
}

function boxAlong(points: Point[], angle: number): TextBox {
  const [along, across] = computeAxes(angle)
  const [low, high] = computeRange(points, along)
  const [top, bottom] = computeRange(points, across)
  const [u, v] = [(low + high) / 2, (top + bottom) / 2]
  return {
    centre: [along[0] * u + across[0] * v, along[1] * u + across[1] * v],
    // Points are the middles of pixels.
    length: high - low + 1,
    thickness: bottom - top + 1,
    angle,
  }
}

function computeRange(points: Point[], [x, y]: Point): [low: number, high: number] {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const point of points) {
    const at = point[0] * x + point[1] * y
    low = Math.min(low, at)
    high = Math.max(high, at)
  }
  return [low, high]
}

/** The hull by sorting and scanning both ways. */
function convexHull(points: Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  if (sorted.length < 3) return sorted
  const half = (ordered: Point[]) => {
    const chain: Point[] = []
    for (const point of ordered) {
      while (chain.length > 1 && !turnsLeft(chain.at(-2), chain.at(-1), point)) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

function turnsLeft(a: Point | undefined, b: Point | undefined, c: Point): boolean {
  if (!a || !b) return true
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0
}

/** Turns a box so that the text runs along its long side, as upright as possible. */
export function alongText(box: TextBox): TextBox {
  const isTurned = box.thickness > box.length
  const angle = box.angle + (isTurned ? Math.PI / 2 : 0)
  return {
    centre: box.centre,
    length: isTurned ? box.thickness : box.length,
    thickness: isTurned ? box.length : box.thickness,
    angle: upright(angle),
  }
}

/** The same direction or its opposite, between -90° and 90°. Straight up counts as -90°. */
export function upright(angle: number): number {
  const half = Math.PI
  const within = ((angle % half) + half) % half
  return within > Math.PI / 2 - 0.05 ? within - half : within
}

export function quarterTurn({ centre, length, thickness, angle }: TextBox): TextBox {
  return { centre, length: thickness, thickness: length, angle: upright(angle + Math.PI / 2) }
}
