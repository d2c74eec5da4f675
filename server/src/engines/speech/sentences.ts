import { languages } from './languages/languages.ts'
import { pointedWords } from './normalise/abbreviations.ts'

/** Longer sentences are split: a caption must fit, and memory must not depend on the text. */
const maxCharacters = 600

/** Splits text into sentences. Concatenating them gives the text again. */
export function splitSentences(text: string, languageCode: string): string[] {
  const segmenter = new Intl.Segmenter(languageCode, { granularity: 'sentence' })
  const sentences: string[] = []
  for (const { segment } of segmenter.segment(text.replace(/\s*\n\s*/g, ' '))) {
    const previous = sentences.at(-1)
    const joins =
      previous !== undefined &&
      previous.length < maxCharacters &&
      !endsSentence(previous, segment, languageCode)
    if (joins) sentences[sentences.length - 1] = previous + segment
    else sentences.push(segment)
  }
  return sentences.flatMap(cutLong)
}

/** The segmenter treats every period before a capital as an end. This finds the exceptions. */
function endsSentence(sentence: string, next: string, languageCode: string): boolean {
  const trimmed = sentence.trimEnd()
  if (endsWithAbbreviation(trimmed, languageCode)) return false
  // “Go!” she said.
  if (/["”'’)]$/.test(trimmed) && /^\p{Ll}/u.test(next)) return false
  const word = /([\p{L}.]+)\.$/u.exec(trimmed)?.[1]
  if (word === undefined) return true
  if (/^[ap]\.m$/i.test(word)) return /^["“'(]?\p{Lu}/u.test(next)
  if (word === 'No' || word === 'no') return !/^\d/.test(next)
  // An initial (J. Smith) or letters with periods (the U.S. Army).
  if (/^(?:\p{Lu}\.)*\p{Lu}$/u.test(word)) return word === 'I'
  if (/^(?:\p{L}\.)+\p{L}$/u.test(word)) return false
  return !pointedWords.has(word)
}

function endsWithAbbreviation(sentence: string, languageCode: string): boolean {
  const words = languages[languageCode.slice(0, 2)]
  const last = /\S+$/.exec(sentence)?.[0].toLowerCase()
  if (!words || last === undefined || /^(?:etc|ecc)\.$/.test(last)) return false
  return Object.keys(words.abbreviations).some(
    (short) => short.endsWith('.') && short.toLowerCase().split(' ').includes(last),
  )
}

/** Splits at the last clause end before the limit, else at the last space, else anywhere. */
function cutLong(sentence: string): string[] {
  const parts: string[] = []
  let rest = sentence
  while (rest.length > maxCharacters) {
    const head = rest.slice(0, maxCharacters)
    const clause = Math.max(
      ...[...head.matchAll(/[,;:—、，；。！？]\s*/g)].map(
        ({ index, 0: mark }) => index + mark.length,
      ),
      0,
    )
    const space = head.lastIndexOf(' ') + 1
    const surrogate = /[\ud800-\udbff]$/.test(head) ? 1 : 0
    const cut = clause > maxCharacters / 3 ? clause : space > 0 ? space : maxCharacters - surrogate
    parts.push(rest.slice(0, cut))
    rest = rest.slice(cut)
  }
  return rest === '' ? parts : [...parts, rest]
}
