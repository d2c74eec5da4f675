import type { Phrase } from '../correct-word.ts'

/** The text of a phrase before and after, by its times. */
export type TextChanges = Readonly<Record<string, { base: string; text: string }>>

export interface TextConflict {
  key: string
  /** Milliseconds. */
  start: number
  base: string
  mine: string
  /** Empty if the phrase was removed. */
  theirs: string
}

type Times = Pick<Phrase, 'start' | 'end'>

export function buildKey({ start, end }: Times): string {
  return `${start}-${end}`
}

/** Adds a change; the first text of a phrase stays its base, and returning to it is no change. */
export function withChange(changes: TextChanges, phrase: Phrase, text: string): TextChanges {
  const key = buildKey(phrase)
  const { [key]: known, ...others } = changes
  const base = known?.base ?? phrase.text
  return text === base ? others : { ...others, [key]: { base, text } }
}

/** Adds the changes from one state of the phrases to another. */
export function changesBetween(
  before: readonly Phrase[],
  after: readonly Phrase[],
  changes: TextChanges = {},
): TextChanges {
  const texts = new Map(after.map((phrase) => [buildKey(phrase), phrase.text]))
  return before.reduce(
    (all, phrase) => withChange(all, phrase, texts.get(buildKey(phrase)) ?? ''),
    changes,
  )
}

/** The phrases whose text someone else changed in another way. */
export function findConflicts(phrases: readonly Phrase[], changes: TextChanges): TextConflict[] {
  const texts = new Map(phrases.map((phrase) => [buildKey(phrase), phrase.text]))
  return Object.entries(changes).flatMap(([key, { base, text }]) => {
    const theirs = texts.get(key) ?? ''
    const isSame = theirs === base || theirs === tidy(text)
    return isSame ? [] : [{ key, start: parseKey(key).start, base, mine: text, theirs }]
  })
}

/**
 * The phrases to send. A changed one goes without words, so that the server times them anew. An
 * empty one is removed, and one that was removed by someone else is inserted again.
 */
export function applyChanges(phrases: readonly Phrase[], changes: TextChanges): Phrase[] {
  const known = new Set(phrases.map(buildKey))
  const returned = Object.keys(changes).filter((key) => !known.has(key))
  const all: Phrase[] = [...phrases, ...returned.map((key) => ({ ...parseKey(key), text: '' }))]
  return all
    .map((phrase) => {
      const change = changes[buildKey(phrase)]
      if (!change || tidy(change.text) === phrase.text) return phrase
      const { words: _, ...rest } = phrase
      return { ...rest, text: tidy(change.text) }
    })
    .filter(({ text }) => text !== '')
    .sort((a, b) => a.start - b.start)
}

/** The time of the word at a position in the text, in milliseconds. */
export function findTime({ start, words = [] }: Phrase, text: string, offset: number): number {
  const before = text.slice(0, offset).split(/\s+/).filter(Boolean).length
  const isInside = /\S/.test(text[offset - 1] ?? ' ')
  const at = isInside ? before - 1 : before
  return words[Math.max(0, Math.min(at, words.length - 1))]?.start ?? start
}

function tidy(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}

function parseKey(key: string): Times {
  const [start = 0, end = 0] = key.split('-').map(Number)
  return { start, end }
}
