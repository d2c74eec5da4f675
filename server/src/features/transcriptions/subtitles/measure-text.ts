const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Scripts, symbols and emoji that take two columns of a subtitle line. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Yi}\p{Script=Tangut}\u2e80-\u303e\u3040-\u33ff\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|\ufe0f/u

/** Half-width kana and jamo belong to those scripts, but take one column. */
const halfWidth = /^[\uff61-\uffdc]/

const nothingToSee = /^[\p{Default_Ignorable_Code_Point}\p{Mark}]*$/u

export function splitGraphemes(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}

/** The width of a text in columns: one per grapheme, two for East Asian wide ones. */
export function measureWidth(text: string): number {
  // Most words are plain Latin, for which the segmenter would cost fifty times more.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let columns = 0
  for (const grapheme of splitGraphemes(text)) columns += widthOfGrapheme(grapheme)
  return columns
}

function widthOfGrapheme(grapheme: string): number {
  if (nothingToSee.test(grapheme)) return 0
  return wide.test(grapheme) && !halfWidth.test(grapheme) ? 2 : 1
}

/** Cuts text that is wider than a line into pieces that fit; never cuts a grapheme. */
export function cutToWidth(text: string, firstWidth: number, laterWidth: number): string[] {
  if (measureWidth(text) <= firstWidth) return [text]
  const pieces: string[] = []
  let piece = ''
  let columns = 0
  for (const grapheme of splitGraphemes(text)) {
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
