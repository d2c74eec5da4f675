export interface Word {
  text: string
  startMs: number
  endMs: number
  /** 0 to 1. */
  confidence: number
}

export interface Phrase {
  startMs: number
  endMs: number
  text: string
  words: Word[]
}

const longestPauseMs = 800
/** Also matches before closing quotes and brackets. */
const sentenceEnd = /[.!?…。！？।]["'”’)\]」』]*$/
const abbreviation = /^(mr|mrs|ms|dr|st|prof|jr|sr|vs|no|[a-z])\.$/i

/** Groups words into phrases, split at sentence ends and pauses. */
export function splitPhrases(words: Word[], separator = ' '): Phrase[] {
  const groups: Word[][] = []
  for (const word of words) {
    const previous = groups.at(-1)?.at(-1)
    if (previous && !isBreak(previous, word)) groups.at(-1)?.push(word)
    else groups.push([word])
  }
  return groups.map((group) => ({
    startMs: group[0]?.startMs ?? 0,
    endMs: group.at(-1)?.endMs ?? 0,
    text: group.map(({ text }) => text).join(separator),
    words: group,
  }))
}

function isBreak(previous: Word, next: Word): boolean {
  if (next.startMs - previous.endMs > longestPauseMs) return true
  return sentenceEnd.test(previous.text) && !abbreviation.test(previous.text)
}
