import type { Span } from '../align-words.ts'

const columnMs = 20
const medianWidth = 7

export interface Attention {
  /** One [heads][rows][columns] per layer. */
  layers: Float32Array[]
  heads: number
  rows: number
  columns: number
}

/**
 * When each token starts, in milliseconds: the path through the attention, from the first token at
 * the start of the audio to the last at its end, that follows where the decoder was listening.
 * `rows` before `firstRow` belong to the prompt. Only `heardColumns` contain audio.
 */
export function tokenStarts(
  attention: Attention,
  firstRow: number,
  heardColumns: number,
): number[] {
  const matrix = averageHeads(attention, firstRow, heardColumns)
  const smooth = matrix.map((row) => medianFilter(row))
  return warp(smooth).map((column) => column * columnMs)
}

/** Standardised over the tokens, so a column that every token attends to doesn't count. */
function averageHeads(
  { layers, heads, rows, columns }: Attention,
  firstRow: number,
  heardColumns: number,
): Float32Array[] {
  const matrix = Array.from({ length: rows - firstRow }, () => new Float32Array(heardColumns))
  for (const layer of layers) {
    for (let head = 0; head < heads; head++) {
      const at = (row: number, column: number) =>
        layer[(head * rows + row) * columns + column] as number
      for (let column = 0; column < heardColumns; column++) {
        let [sum, squares] = [0, 0]
        for (let row = 0; row < rows; row++) {
          sum += at(row, column)
          squares += at(row, column) ** 2
        }
        const mean = sum / rows
        const deviation = Math.sqrt(Math.max(squares / rows - mean * mean, 1e-12))
        for (const [index, row] of matrix.entries()) {
          row[column] = (row[column] as number) + (at(firstRow + index, column) - mean) / deviation
        }
      }
    }
  }
  return matrix
}

function medianFilter(row: Float32Array): Float32Array {
  const half = (medianWidth - 1) / 2
  return row.map((_, at) => {
    const around = row.slice(Math.max(0, at - half), at + half + 1).sort()
    return around[Math.floor(around.length / 2)] as number
  })
}

/** Dynamic time warping: the first column of each row on the best monotonic path. */
function warp(matrix: Float32Array[]): number[] {
  const [height, width] = [matrix.length, matrix[0]?.length ?? 0]
  const costs = Array.from({ length: height + 1 }, () => new Float64Array(width + 1).fill(Infinity))
  const steps = Array.from({ length: height + 1 }, () => new Uint8Array(width + 1))
  ;(costs[0] as Float64Array)[0] = 0
  for (let row = 1; row <= height; row++) {
    const [above, own] = [costs[row - 1] as Float64Array, costs[row] as Float64Array]
    for (let column = 1; column <= width; column++) {
      const options = [above[column - 1], above[column], own[column - 1]] as [
        number,
        number,
        number,
      ]
      const step =
        options[0] <= options[1] && options[0] <= options[2] ? 0 : options[1] <= options[2] ? 1 : 2
      own[column] = options[step] - (matrix[row - 1]?.[column - 1] ?? 0)
      ;(steps[row] as Uint8Array)[column] = step
    }
  }
  const starts = new Array<number>(height).fill(0)
  let [row, column] = [height, width]
  while (row > 0 && column > 0) {
    starts[row - 1] = column - 1
    const step = steps[row]?.[column]
    if (step !== 2) row--
    if (step !== 1) column--
  }
  return starts
}

/** The span of each group of tokens, given when each token and the end of the text start. */
export function buildSpans(groups: number[], starts: number[]): Span[] {
  let first = 0
  return groups.map((count) => {
    const startMs = starts[first] ?? 0
    first += count
    return { startMs, endMs: Math.max(startMs, starts[first] ?? starts.at(-1) ?? startMs) }
  })
}
