/**
 * How well a query matches a title: lower is better, undefined is no match. The ranks are: exact,
 * prefix, word prefix, substring, all words, and letters in order.
 */
export function fit(title: string, letters: string): number | undefined {
  const text = plain(title)
  const wanted = plain(letters)
  if (wanted === '' || text === wanted) return 0
  if (text.startsWith(wanted)) return 1
  if (` ${text}`.includes(` ${wanted}`)) return 2
  if (text.includes(wanted)) return 3
  if (wanted.split(' ').every((word) => text.includes(word))) return 4
  return isSpreadOver(text, wanted) ? 5 : undefined
}

/** Sorts by rank; items whose title doesn't match go last. */
export function byFit<T extends { title: string }>(items: readonly T[], letters: string): T[] {
  const last = 9
  return items
    .map((item) => ({ item, rank: fit(item.title, letters) ?? last }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

/** Removes case and accents, and separates words by one space. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function isSpreadOver(text: string, letters: string): boolean {
  let at = 0
  for (const letter of letters.replaceAll(' ', '')) {
    at = text.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}
