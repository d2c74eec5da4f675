import { escapeHtml as escapePlain } from '../../lib/escape-html.ts'

const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/g
const controls = /[^\P{Cc}\n\t]/gu
const gaps = /[\p{Cc}\u2028\u2029 ]+/gu

/** Removes what no email client can show: control characters and lone surrogates. */
export function cleanText(text: string): string {
  return text.replace(lineBreaks, '\n').replace(controls, '').toWellFormed()
}

/**
 * Text for a single line, such as a subject or a name. A long gap becomes a single space: headers
 * are folded at spaces, and a line of only spaces looks like the end of the header.
 */
export function oneLine(text: string, maxCharacters: number): string {
  return shorten(text.toWellFormed().replace(gaps, ' ').trim(), maxCharacters)
}

/** Cuts between whole characters and marks the cut with an ellipsis. */
export function shorten(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  const cut = text.slice(0, maxCharacters - 1)
  // A surrogate pair must not be split.
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}

/** Escapes text and quoted attribute values, and removes characters that break an email. */
export function escapeHtml(text: string): string {
  return escapePlain(cleanText(text))
}

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/** The direction of a text by its first letter, the same rule as `dir="auto"`. */
export function findDirection(text: string): 'ltr' | 'rtl' {
  const letter = /\p{L}/u.exec(text)?.[0]
  return letter && rightToLeft.test(letter) ? 'rtl' : 'ltr'
}
