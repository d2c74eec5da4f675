import type { Phrase } from './schemas.ts'

type Word = NonNullable<Phrase['words']>[number]

/** What aligning one transcript may take. Corrections that people make take a fraction of it. */
export interface AlignBudget {
  /** Pairs of words to compare. Beyond them, the words between those that stayed are timed anew. */
  pairs: number
  /** Words to write; four hours of speech have about 40,000. */
  words: number
}

export const alignBudget = (): AlignBudget => ({ pairs: 2_000_000, words: 100_000 })

/**
 * The words of a corrected phrase. Words that are still there keep their times. Others get the
 * times of the words that they replace, or share the time between their neighbours. Undefined if
 * the budget has no words left.
 */
export function alignWords(
  { text, start, end }: Phrase,
  before: readonly Word[],
  budget: AlignBudget,
): Word[] | undefined {
  const texts = text.split(/\s+/).filter(Boolean)
  if (texts.length > budget.words) return undefined
  budget.words -= texts.length
  const kept = keptPairs(texts, before, budget)
  const words: Word[] = []
  let [from, oldFrom] = [0, 0]
  for (const [at, oldAt] of [...kept, [texts.length, before.length] as const]) {
    const replaced = before.slice(oldFrom, oldAt)
    const time = {
      start: before[oldFrom - 1]?.end ?? Math.min(start, before[0]?.start ?? start),
      end: before[oldAt]?.start ?? Math.max(end, before.at(-1)?.end ?? end),
    }
    for (const word of timed(texts.slice(from, at), replaced, time)) words.push(word)
    if (at < texts.length) words.push(before[oldAt] as Word)
    ;[from, oldFrom] = [at + 1, oldAt + 1]
  }
  return words
}

/** Positions in both lists of the words that stayed, in order. */
function keptPairs(
  texts: readonly string[],
  before: readonly Word[],
  budget: AlignBudget,
): [number, number][] {
  const shorter = Math.min(texts.length, before.length)
  let first = 0
  while (first < shorter && texts[first] === before[first]?.text) first++
  let last = 0
  while (last < shorter - first && texts.at(-1 - last) === before.at(-1 - last)?.text) last++
  const pairs = (count: number, from: number, oldFrom: number) =>
    Array.from({ length: count }, (_, at): [number, number] => [from + at, oldFrom + at])
  const middle = longestCommon(
    texts.slice(first, texts.length - last),
    before.slice(first, before.length - last).map((word) => word.text),
    budget,
  )
  return [
    ...pairs(first, 0, 0),
    ...middle.map(([at, oldAt]): [number, number] => [at + first, oldAt + first]),
    ...pairs(last, texts.length - last, before.length - last),
  ]
}

function longestCommon(
  a: readonly string[],
  b: readonly string[],
  budget: AlignBudget,
): [number, number][] {
  if (a.length * b.length > budget.pairs) return []
  budget.pairs -= a.length * b.length
  const width = b.length + 1
  // The length of the longest common part of everything from each pair of positions on.
  const lengths = new Uint16Array((a.length + 1) * width)
  const length = (at: number, other: number) => lengths[at * width + other] as number
  for (let at = a.length - 1; at >= 0; at--) {
    for (let other = b.length - 1; other >= 0; other--) {
      lengths[at * width + other] =
        a[at] === b[other]
          ? length(at + 1, other + 1) + 1
          : Math.max(length(at + 1, other), length(at, other + 1))
    }
  }
  const pairs: [number, number][] = []
  let [at, other] = [0, 0]
  while (at < a.length && other < b.length) {
    if (a[at] === b[other]) pairs.push([at++, other++])
    else if (length(at + 1, other) >= length(at, other + 1)) at++
    else other++
  }
  return pairs
}

function timed(
  texts: readonly string[],
  replaced: readonly Word[],
  between: { start: number; end: number },
): Word[] {
  if (texts.length === replaced.length) {
    return replaced.map(({ start, end }, at) => ({ text: texts[at] as string, start, end }))
  }
  const start = replaced[0]?.start ?? between.start
  const length = Math.max(0, (replaced.at(-1)?.end ?? between.end) - start)
  const computeTime = (at: number) => Math.round(start + (length * at) / texts.length)
  return texts.map((text, at) => ({ text, start: computeTime(at), end: computeTime(at + 1) }))
}
