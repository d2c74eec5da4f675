/** Words without case and punctuation. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []
}

/** Minimum number of substituted, missing and extra words. */
export function wordErrors(heard: string[], said: string[]): number {
  let row = said.map((_, at) => at + 1)
  for (const [at, word] of heard.entries()) {
    let [diagonal, left] = [at, at + 1]
    row = said.map((other, column) => {
      const above = row[column] ?? 0
      left = Math.min(above + 1, left + 1, diagonal + (word === other ? 0 : 1))
      diagonal = above
      return left
    })
  }
  return row.at(-1) ?? heard.length
}
