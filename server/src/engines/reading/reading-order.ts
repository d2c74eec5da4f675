export interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

/** Lines of running text are at least this many times as long as high. */
const minColumnRatio = 5
/** A gap between columns, in line heights. */
const minColumnGap = 0.8

/**
 * Sorts lines the way people read them: columns from left to right, each from top to bottom. Short
 * entries side by side, as on a receipt, are rows and not columns.
 */
export function inReadingOrder<T extends Bounds>(lines: T[]): T[] {
  if (lines.length < 2) return lines
  const height = median(lines.map(({ top, bottom }) => bottom - top))
  const columns = split(lines, 'left', 'right', height * minColumnGap)
  if (columns.length > 1 && columns.every((column) => isText(column, height))) {
    return columns.flatMap((column) => inReadingOrder(column))
  }
  // Without columns all the way down, a heading or a picture may stand between them.
  const bands = split(lines, 'top', 'bottom', 0)
  if (bands.length > 1) return joinColumns(bands, height).flatMap((band) => inReadingOrder(band))
  return inRows(lines)
}

/** Joins bands whose columns continue, so that each column is read to its end. */
function joinColumns<T extends Bounds>(bands: T[][], height: number): T[][] {
  const joined: T[][] = []
  for (const band of bands) {
    const last = joined.at(-1)
    const both = last ? [...last, ...band] : []
    const columns = split(both, 'left', 'right', height * minColumnGap)
    const isOneBlock = columns.length > 1 && columns.every((column) => isText(column, height))
    if (last && isOneBlock) joined[joined.length - 1] = both
    else joined.push(band)
  }
  return joined
}

/** Groups lines whose ranges on one axis overlap or nearly touch. */
function split<T extends Bounds>(
  lines: T[],
  from: 'left' | 'top',
  to: 'right' | 'bottom',
  minGap: number,
): T[][] {
  const groups: T[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const line of lines.toSorted((a, b) => a[from] - b[from])) {
    if (line[from] - end > minGap || groups.length === 0) groups.push([line])
    else groups.at(-1)?.push(line)
    end = Math.max(end, line[to])
  }
  return groups
}

function isText(column: Bounds[], height: number): boolean {
  const widths = column.map(({ left, right }) => right - left)
  return column.length > 1 && median(widths) >= minColumnRatio * height
}

/** Lines whose middles are level form a row, read from left to right. */
function inRows<T extends Bounds>(lines: T[]): T[] {
  const rows: T[][] = []
  const middle = ({ top, bottom }: Bounds) => (top + bottom) / 2
  for (const line of lines.toSorted((a, b) => middle(a) - middle(b))) {
    const row = rows.at(-1)
    const first = row?.[0]
    const isLevel = first && middle(line) - middle(first) < (first.bottom - first.top) / 2
    if (row && isLevel) row.push(line)
    else rows.push([line])
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.left - b.left))
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
