import { escapeHtml as escapePlain } from '../../lib/escape-html.ts'

const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/g
const controls = /[^\P{Cc}\n\t]/gu
const gaps = /[\p{Cc}\u2028\u2029 ]+/gu

/** Text of several lines without what no mail client shows: control characters, halves of characters. */
export function cleanText(text: string): string {
  return text.replace(lineBreaks, '\n').replace(controls, '').toWellFormed()
}

/**
 * Text that fits where one line belongs, such as a subject or a name. A long gap becomes a single
 * space: a header is folded at spaces, and a line of nothing but spaces looks like its end.
 */
export function oneLine(text: string, maxCharacters: number): string {
  return shorten(text.toWellFormed().replace(gaps, ' ').trim(), maxCharacters)
}

/** Cuts between whole characters and shows that something was cut. */
export function shorten(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  const cut = text.slice(0, maxCharacters - 1)
  // The first half of a character that takes two units must not stay behind alone.
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}

/** For text and for attributes in double or single quotes, without characters that break a mail. */
export function escapeHtml(text: string): string {
  return escapePlain(cleanText(text))
}

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/** Which way a text runs, by its first letter, as `dir="auto"` decides it. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const letter = /\p{L}/u.exec(text)?.[0]
  return letter && rightToLeft.test(letter) ? 'rtl' : 'ltr'
}
