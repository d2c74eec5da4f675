import { displayWidth, wrap } from './wrap-text.ts'

export type TableRow = { text: string; alignsRight: boolean }[]

/** A table in columns if it fits the width, otherwise row by row with repeated headings. */
export function tableToText(rows: TableRow[], width: number): string[] {
  const cells = rows.map((row) =>
    row.map((cell) => ({ ...cell, text: cell.text.replace(/\s+/g, ' ').trim() })),
  )
  const [head = [], ...body] = cells
  const widths = head.map((_cell, column) =>
    cells.reduce((most, row) => Math.max(most, displayWidth(row[column]?.text ?? '')), 1),
  )
  const whole = widths.reduce((sum, columns) => sum + columns + 3, -3)
  if (whole > width) return rowByRow(head, body, width)
  const rule = widths.map((columns) => '-'.repeat(columns)).join('-+-')
  return [inColumns(head, widths), rule, ...body.map((row) => inColumns(row, widths))]
}

function inColumns(row: TableRow, widths: number[]): string {
  return widths
    .map((columns, column) => {
      const { text, alignsRight } = row[column] ?? { text: '', alignsRight: false }
      const space = ' '.repeat(columns - displayWidth(text))
      return alignsRight ? space + text : text + space
    })
    .join(' | ')
    .trimEnd()
}

function rowByRow(head: TableRow, body: TableRow[], width: number): string[] {
  const lines: string[] = []
  for (const row of body) {
    const filled = row.flatMap(({ text }, column) => {
      const heading = head[column]?.text
      return text === '' ? [] : [heading ? `${heading}: ${text}` : text]
    })
    for (const [index, cell] of filled.entries()) {
      for (const [part, line] of wrap(cell, width - 2).entries()) {
        lines.push(`${index === 0 && part === 0 ? '- ' : '  '}${line}`)
      }
    }
  }
  return lines.length > 0 ? lines : wrap(head.map(({ text }) => text).join(' | '), width)
}
