const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** How far around the cut to look for a grapheme boundary or the end of a word. */
const nearby = 100

/** Returns the text if it is short enough, else as many whole words as fit before the ellipsis. */
export function cutAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return `${wholeWords(text, Math.max(0, maxLength - 1))}…`
}

/** The first words, at most `maxLength` long. Cuts a very long word between characters. */
export function wholeWords(text: string, maxLength: number): string {
  const head = wholeCharacters(text, maxLength)
  if (head.length === text.length) return head
  const from = Math.max(0, head.length - nearby)
  const end = text.slice(from, head.length + 1).search(/\s\S*$/)
  return end < 0 ? head : text.slice(0, from + end).trimEnd()
}

/** Cuts at grapheme boundaries: no split emoji, no separated accents. */
export function wholeCharacters(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const from = Math.max(0, maxLength - nearby)
  const around = text.slice(from, maxLength + nearby)
  const start = characters.segment(around).containing(maxLength - from)?.index ?? 0
  // A stack of accents on one letter can exceed the search window. Then the cut splits it.
  const isOpen = start === 0 && from > 0
  return (isOpen ? text.slice(0, maxLength) : text.slice(0, from + start)).replace(
    /[\ud800-\udbff]$/,
    '',
  )
}
