/**
 * How well letters fit a title: the smaller the better, undefined when they do not. Whole, at the
 * beginning, at the beginning of a word, anywhere, every word of them, or one after the other.
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

/** In the order in which the letters fit; what does not fit by its title stays at the end. */
export function byFit<T extends { title: string }>(items: readonly T[], letters: string): T[] {
  const last = 9
  return items
    .map((item) => ({ item, rank: fit(item.title, letters) ?? last }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

/** Without case and accents, words parted by one blank. */
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
