/** For machines the JSON, for people the text. */
export function print(json: boolean | undefined, data: unknown, text: string): void {
  if (json) printJson(data)
  else process.stdout.write(`${text}\n`)
}

export function printJson(data: unknown): void {
  process.stdout.write(`${JSON.stringify(data, null, 2)}\n`)
}

/** Names come from other people: they must not be able to steer the terminal. */
export function harmless(text: string): string {
  return text.replace(/\p{Cc}/gu, '�')
}

/** Columns as wide as their widest cell. */
export function table(rows: string[][]): string {
  const safe = rows.map((row) => row.map(harmless))
  const widths = (safe[0] ?? []).map((_, column) =>
    Math.max(...safe.map((row) => row[column]?.length ?? 0)),
  )
  return safe
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
