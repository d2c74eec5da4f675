import { readNumber, readObjects, readSpeaker, readText, readTime } from './read-values.ts'
import type { Phrase, Word } from './transcription-engine.ts'

export interface SpokenWord extends Word {
  speaker?: string
}

/** A provider's field names for words and phrases, and its time unit. */
export interface FieldNames {
  wordText: string[]
  phraseText: string[]
  confidence: string[]
  unitMs: number
}

/** A pause that separates phrases if the provider returned none. */
const phrasePauseMs = 800
const longestPhraseMs = 30_000

/** Reads the words that have text and times. Others can't be placed. */
export function readWords(list: unknown, spelling: FieldNames): SpokenWord[] {
  const words: SpokenWord[] = []
  for (const item of readObjects(list)) {
    const text = firstText(item, spelling.wordText)
    const start = readTime(item.start, spelling.unitMs)
    const end = readTime(item.end, spelling.unitMs)
    if (text === undefined || start === undefined || end === undefined) continue
    const confidence = spelling.confidence.map((name) => readNumber(item[name])).find(isKnown)
    words.push({
      text,
      start,
      end: Math.max(start, end),
      ...(confidence === undefined ? {} : { confidence: Math.min(1, Math.max(0, confidence)) }),
      ...readSpeaker(item.speaker),
    })
  }
  return words
}

/** Reads the phrases, sorted by time, each with its words. */
export function readPhrases(list: unknown, spelling: FieldNames): Phrase[] {
  const phrases: Phrase[] = []
  for (const item of readObjects(list)) {
    const words = readWords(item.words, spelling)
    const text = firstText(item, spelling.phraseText) ?? joinWords(words)
    const start = readTime(item.start, spelling.unitMs) ?? words[0]?.start
    const end = readTime(item.end, spelling.unitMs) ?? words.at(-1)?.end
    if (text === '' || start === undefined || end === undefined) continue
    const last = Math.max(start, end)
    phrases.push({ start, end: last, text, ...readSpeaker(item.speaker), words: plain(words) })
  }
  return phrases.sort((a, b) => a.start - b.start)
}

/** Builds phrases from words, split by speaker, at pauses, and at sentence ends. */
export function phrasesFromWords(words: SpokenWord[]): Phrase[] {
  const groups: SpokenWord[][] = []
  for (const word of words) {
    const group = groups.at(-1)
    const before = group?.at(-1)
    const apart =
      !group ||
      !before ||
      before.speaker !== word.speaker ||
      word.start - before.end > phrasePauseMs ||
      word.end - (group[0]?.start ?? 0) > longestPhraseMs ||
      /[.!?。！？]["'”’»)]*$/u.test(before.text)
    if (apart) groups.push([word])
    else group.push(word)
  }
  return groups.map((group) => ({
    start: group[0]?.start ?? 0,
    end: group.at(-1)?.end ?? 0,
    text: joinWords(group),
    ...readSpeaker(group[0]?.speaker),
    words: plain(group),
  }))
}

/**
 * Assigns words from a separate list to phrases. The middle of a word decides, because the two
 * lists are measured separately and differ by a few milliseconds at the edges.
 */
export function addWords(phrases: Phrase[], words: Word[]): Phrase[] {
  return phrases.map((phrase, i) => {
    const from = i === 0 ? 0 : phrase.start
    const until = phrases[i + 1]?.start ?? Number.POSITIVE_INFINITY
    const own = words.filter(({ start, end }) => start + end >= 2 * from && start + end < 2 * until)
    return { ...phrase, words: phrase.words?.length ? phrase.words : plain(own) }
  })
}

function firstText(item: Record<string, unknown>, names: string[]): string | undefined {
  return names.map((name) => readText(item[name])).find(isKnown)
}

function isKnown<Value>(value: Value | undefined): value is Value {
  return value !== undefined
}

function joinWords(words: Word[]): string {
  return words.map(({ text }) => text).join(' ')
}

function plain(words: SpokenWord[]): Word[] {
  return words.map(({ speaker: _, ...word }) => word)
}
