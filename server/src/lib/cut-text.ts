const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** How far around the cut is looked for the edge of a character, or the end of a word. */
const nearby = 100

/** The text if it is short enough, else as many of its words as fit before the ending. */
export function cutAtWord(text: string, maxLength: number, ending = '…'): string {
  if (text.length <= maxLength) return text
  return `${wholeWords(text, Math.max(0, maxLength - ending.length))}${ending}`
}

/** The first words, at most `maxLength` long; a word without an end is cut between characters. */
export function wholeWords(text: string, maxLength: number): string {
  const head = wholeCharacters(text, maxLength)
  if (head.length === text.length) return head
  const from = Math.max(0, head.length - nearby)
  const end = text.slice(from, head.length + 1).search(/\s\S*$/)
  return end < 0 ? head : text.slice(0, from + end).trimEnd()
}

/** The first characters as people count them: no half of an emoji, no accent left behind. */
export function wholeCharacters(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const from = Math.max(0, maxLength - nearby)
  const around = text.slice(from, maxLength + nearby)
  const start = characters.segment(around).containing(maxLength - from)?.index ?? 0
  // A heap of accents on one letter may be larger than what is looked at; then half of it must do.
  const isOpen = start === 0 && from > 0
  return (isOpen ? text.slice(0, maxLength) : text.slice(0, from + start)).replace(
    /[\ud800-\udbff]$/,
    '',
  )
}
