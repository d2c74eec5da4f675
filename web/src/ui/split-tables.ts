export interface Table {
  head: string[]
  rows: string[][]
}

/** Text and the tables in it, in order; each piece is one or the other. */
export type Piece = { text: string } | { table: Table }

const row = /^\s*\|.*\|\s*$/
const rule = /^\s*\|(\s*:?-+:?\s*\|)+\s*$/
const fence = /^\s*(```|~~~)/

/** Finds tables with bars at both ends, as agents and mails write them; not within code. */
export function splitTables(text: string): Piece[] {
  const lines = text.split('\n')
  const pieces: Piece[] = []
  let plain: string[] = []
  let isCode = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (fence.test(line)) isCode = !isCode
    if (isCode || !row.test(line) || !rule.test(lines[at + 1] ?? '')) {
      plain.push(line)
      continue
    }
    let end = at + 2
    while (row.test(lines[end] ?? '')) end++
    if (plain.length > 0) pieces.push({ text: plain.join('\n') })
    pieces.push({ table: { head: cellsOf(line), rows: lines.slice(at + 2, end).map(cellsOf) } })
    plain = []
    at = end - 1
  }
  if (plain.length > 0) pieces.push({ text: plain.join('\n') })
  return pieces
}

function cellsOf(line: string): string[] {
  const inner = line.trim().slice(1, -1)
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}
