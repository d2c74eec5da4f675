/** Words that say nothing about a picture. */
const commonWords = new Set(
  'about after again also and are been before being but can could did does for from had has have here how into its just like more most not now off one our out over some such than that the their them then there these they this those through too two under until very was way were what when where which while who will with would you your image img photo picture video screenshot untitled final copy new jpg jpeg png webp mp4 mov'.split(
    ' ',
  ),
)

/** The words of a text that can match a file name, without plural endings. */
export function splitWords(text: string): string[] {
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2 && !commonWords.has(word))
    .map(stemWord)
}

function stemWord(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 4 && /(ches|shes|xes|sses)$/.test(word)) return word.slice(0, -2)
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

export interface Candidate {
  id: string
  kind: 'image' | 'video'
  words: ReadonlySet<string>
}

/** The candidate that shares the most words; among equals the one that was used the least. */
export function bestMatch(
  words: readonly string[],
  candidates: readonly Candidate[],
  uses: ReadonlyMap<string, number> = new Map(),
): Candidate | undefined {
  let best: { candidate: Candidate; shared: number; used: number } | undefined
  for (const candidate of candidates) {
    const shared = new Set(words.filter((word) => candidate.words.has(word))).size
    const used = uses.get(candidate.id) ?? 0
    if (shared === 0) continue
    const isBetter = !best || shared > best.shared || (shared === best.shared && used < best.used)
    if (isBetter) best = { candidate, shared, used }
  }
  return best?.candidate
}
