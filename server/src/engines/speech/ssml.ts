import { EngineError } from '../engine-error.ts'
import { cardinalWords, digitWords, ordinalWords } from '../number-words.ts'
import { languages } from './languages/languages.ts'
import { parseXml } from './parse-xml.ts'
import type { Piece } from './pieces.ts'

const strengthMs: Record<string, number> = {
  none: 0,
  'x-weak': 100,
  weak: 200,
  medium: 400,
  strong: 700,
  'x-strong': 1200,
}
/** Emphasis becomes a short silence around the words, because the voice has no setting for it. */
const emphasisMs: Record<string, number> = { strong: 160, moderate: 90, reduced: 0, none: 0 }
const maxBreakMs = 10_000
const maxSilenceMs = 3_600_000

type Open = { name: string; interpretAs?: string; alias?: string; silenceMs?: number; said: string }

/** Parses the supported SSML subset. Other elements are read as text and listed in a warning. */
export function ssmlPieces(
  source: string,
  languageCode: string,
): { pieces: Piece[]; warnings: string[] } {
  const pieces: Piece[] = []
  const warnings = new Set<string>()
  const stack: Open[] = []
  let silenceMs = 0

  const pause = (pauseMs: number) => {
    silenceMs += pauseMs
    if (silenceMs > maxSilenceMs) throw refuse('The breaks add up to more than an hour of silence.')
    pieces.push({ kind: 'pause', pauseMs })
  }
  const open = (name: string, attributes: Record<string, string>): Open => {
    if (stack.length === 0 && name !== 'speak') throw refuse('The root element must be <speak>.')
    if (name === 'break') pause(breakMs(attributes, warnings))
    else if (name === 's') pieces.push({ kind: 'sentence-end' })
    else if (name === 'p') pieces.push({ kind: 'paragraph-end' })
    else if (name === 'emphasis') {
      const silence = emphasisMs[attributes.level ?? 'moderate'] ?? emphasisMs.moderate ?? 0
      if (silence > 0) pause(silence)
      return { name, silenceMs: silence, said: '' }
    } else if (name === 'say-as')
      return { name, interpretAs: attributes['interpret-as'] ?? '', said: '' }
    else if (name === 'sub') {
      if (attributes.alias === undefined) throw refuse('<sub> needs an alias.')
      return { name, alias: attributes.alias, said: '' }
    } else if (name !== 'speak')
      warnings.add(`The SSML element <${name}> is not supported; its text is read as plain text.`)
    return { name, said: '' }
  }
  const close = ({ name, interpretAs, alias, silenceMs: silence, said }: Open) => {
    if (name === 's') pieces.push({ kind: 'sentence-end' })
    else if (name === 'p') pieces.push({ kind: 'paragraph-end' })
    else if (silence) pause(silence)
    else if (alias !== undefined) pieces.push({ kind: 'text', text: said, spoken: alias })
    else if (interpretAs !== undefined) {
      const spoken = sayAs(said.trim(), interpretAs, languageCode)
      if (spoken === undefined)
        warnings.add(`say-as with interpret-as="${interpretAs}" was read as plain text.`)
      pieces.push({ kind: 'text', text: said, ...(spoken !== undefined && { spoken }) })
    }
  }

  for (const event of parseXml(source)) {
    if (event.kind === 'text') {
      const holder = stack.find(
        ({ alias, interpretAs }) => alias !== undefined || interpretAs !== undefined,
      )
      if (holder) holder.said += event.text
      // Line breaks in markup have no meaning.
      else pieces.push({ kind: 'text', text: event.text.replace(/\s+/g, ' ') })
    } else if (event.kind === 'open') {
      const element = open(event.name, event.attributes)
      if (event.selfClosing) close(element)
      else stack.push(element)
    } else {
      const element = stack.pop()
      if (element) close(element)
    }
  }
  return { pieces, warnings: [...warnings] }
}

function breakMs(attributes: Record<string, string>, warnings: Set<string>): number {
  const { time, strength = 'medium' } = attributes
  if (time === undefined) {
    const known = strengthMs[strength]
    if (known === undefined)
      throw refuse(`“${strength.slice(0, 30)}” is not a valid break strength.`)
    return known
  }
  const match = /^\+?(\d+(?:\.\d+)?|\.\d+)(ms|s)$/.exec(time.trim())
  if (!match) throw refuse(`“${time.slice(0, 30)}” is not a valid break time; use 500ms or 1.5s.`)
  const asked = Number(match[1]) * (match[2] === 's' ? 1000 : 1)
  if (asked > maxBreakMs)
    warnings.add(
      `A break can last at most ${maxBreakMs / 1000} seconds; longer ones were shortened.`,
    )
  return Math.min(asked, maxBreakMs)
}

/** Undefined if the text doesn't match the declared kind, or the kind is unknown. */
function sayAs(text: string, interpretAs: string, languageCode: string): string | undefined {
  const english = languageCode.startsWith('en')
  const accent = languageCode === 'en-GB' ? 'en-GB' : 'en-US'
  const digits = text.replace(/[\s,.-]/g, '')
  if (interpretAs === 'characters' || interpretAs === 'spell-out') return characters(text, english)
  if (!/^\d+$/.test(digits)) return undefined
  if (interpretAs === 'digits') return english ? digitWords(digits) : [...digits].join(' ')
  if (!english) return sayNumber(digits, interpretAs, languageCode)
  if (interpretAs === 'cardinal' || interpretAs === 'number') return cardinalWords(digits, accent)
  return interpretAs === 'ordinal' ? ordinalWords(digits, accent) : undefined
}

/** The other languages read digits by themselves, so only the form has to be right. */
function sayNumber(digits: string, interpretAs: string, languageCode: string): string | undefined {
  if (interpretAs === 'cardinal' || interpretAs === 'number') return digits
  if (interpretAs !== 'ordinal') return undefined
  const language = languageCode.slice(0, 2)
  if (language === 'zh') return `第${digits}`
  if (language === 'ja') return `第${digits}`
  return languages[language]?.ordinal(digits)
}

function characters(text: string, english: boolean): string {
  const signs = [...text.replace(/\s/g, '')]
  if (!english) return signs.join(' ')
  // Letters with periods are read by name. “A” alone would be read as the article.
  return signs
    .map((sign) => (/\d/.test(sign) ? digitWords(sign) : `${sign.toUpperCase()}.`))
    .join(' ')
}

function refuse(message: string): EngineError {
  return new EngineError('bad_ssml', `The SSML cannot be used: ${message}`, { field: 'text' })
}
