const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Scripts and symbols that take two columns of a subtitle line, and pictures that do as well. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Yi}\p{Script=Tangut}\u2e80-\u303e\u3040-\u33ff\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|\ufe0f/u

/** Half-width kana and jamo are of those scripts, but were made to take one column. */
const halfWidth = /^[\uff61-\uffdc]/

const nothingToSee = /^[\p{Default_Ignorable_Code_Point}\p{Mark}]*$/u

export function graphemesOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}

/** How many columns a text takes: what a person calls a character, East Asian wide ones double. */
export function widthOf(text: string): number {
  // Most words are plain Latin, for which asking the segmenter costs fifty times more.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let columns = 0
  for (const grapheme of graphemesOf(text)) columns += widthOfGrapheme(grapheme)
  return columns
}

function widthOfGrapheme(grapheme: string): number {
  if (nothingToSee.test(grapheme)) return 0
  return wide.test(grapheme) && !halfWidth.test(grapheme) ? 2 : 1
}

/** Cuts a text that is wider than a line into pieces that are not; a grapheme is never cut. */
export function cutToWidth(text: string, firstWidth: number, laterWidth: number): string[] {
  if (widthOf(text) <= firstWidth) return [text]
  const pieces: string[] = []
  let piece = ''
  let columns = 0
  for (const grapheme of graphemesOf(text)) {
    const width = widthOfGrapheme(grapheme)
    const limit = pieces.length === 0 ? firstWidth : laterWidth
    if (columns + width > limit && columns > 0) {
      pieces.push(piece)
      piece = ''
      columns = 0
    }
    piece += grapheme
    columns += width
  }
  pieces.push(piece)
  return pieces
}
