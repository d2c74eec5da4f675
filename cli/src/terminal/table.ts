import { screenWidth } from './screen.ts'
import { cut, measureWidth, padded } from './text-width.ts'
import { inOneLine } from './words.ts'

const gap = 2
const narrowest = 16

export interface TableOptions {
  width?: number
  /** Columns that are shown whole or not at all: half an id is useless. */
  whole?: number[]
}

/**
 * Formats rows; the first has the names of the columns. If they don't fit, the widest columns are
 * cut. If that isn't enough, the last ones are left out.
 */
export function table(rows: string[][], options: TableOptions = {}): string {
  const { width = screenWidth(), whole = [0] } = options
  const cells = rows.map((row) => row.map(inOneLine))
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => measureWidth(row[column] ?? ''))),
  )
  while (widths.length > 1 && leastWidth(widths, whole) > width) widths.pop()
  shrink(widths, whole, width)
  return cells
    .map((row) =>
      widths
        .map((own, column) => padded(cut(row[column] ?? '', own), own))
        .join(' '.repeat(gap))
        .trimEnd(),
    )
    .join('\n')
}

function leastWidth(widths: number[], whole: number[]): number {
  const least = widths.map((own, column) =>
    whole.includes(column) ? own : Math.min(own, narrowest),
  )
  return addWidths(least)
}

function addWidths(widths: number[]): number {
  return widths.reduce((sum, own) => sum + own, 0) + gap * (widths.length - 1)
}

function shrink(widths: number[], whole: number[], width: number): void {
  for (let excess = addWidths(widths) - width; excess > 0; excess = addWidths(widths) - width) {
    const open = widths.map((own, column) => (whole.includes(column) ? 0 : own))
    const widest = open.indexOf(Math.max(...open))
    if ((open[widest] ?? 0) <= 1) return
    widths[widest] = (widths[widest] as number) - 1
  }
}
