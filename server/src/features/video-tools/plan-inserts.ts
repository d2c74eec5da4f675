import { bestMatch, type Candidate, splitWords } from './words.ts'

export interface SpokenPhrase {
  startMs: number
  endMs: number
  words: readonly { text: string; startMs: number }[]
}

export interface PlannedInsert {
  candidate: Candidate
  startMs: number
  endMs: number
}

const insertMs = 3_000
/** The speaker is seen first, and again between two inserts. */
const introMs = 1_500
const pauseMs = 1_500
const maxInserts = 40

/** Shows each medium from the moment that one of its words is spoken. */
export function planInserts(
  phrases: readonly SpokenPhrase[],
  candidates: readonly Candidate[],
  durationMs: number,
): PlannedInsert[] {
  const inserts: PlannedInsert[] = []
  const uses = new Map<string, number>()
  let freeFromMs = introMs
  for (const { words } of phrases) {
    const candidate = bestMatch(
      splitWords(words.map(({ text }) => text).join(' ')),
      candidates,
      uses,
    )
    const said = words.find(({ text }) =>
      splitWords(text).some((word) => candidate?.words.has(word)),
    )
    if (!candidate || !said || inserts.length === maxInserts) continue
    const startMs = Math.round(said.startMs)
    const endMs = Math.min(startMs + insertMs, durationMs)
    if (startMs < freeFromMs || endMs - startMs < 500) continue
    inserts.push({ candidate, startMs, endMs })
    uses.set(candidate.id, (uses.get(candidate.id) ?? 0) + 1)
    freeFromMs = endMs + pauseMs
  }
  return inserts
}
