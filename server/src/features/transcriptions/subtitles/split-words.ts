/** No-break spaces hold words together; a line breaks there only if the words do not fit on one. */
const noBreakSpace = /[\u00a0\u2007\u202f]+/gu

const breakingSpace = /[^\S\u00a0\u2007\u202f]+/u

/** Scripts without spaces, in which a sentence would be one unbreakable word. */
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const invisible = /^[\p{Default_Ignorable_Code_Point}\s]*$/u

const opening = /^[\p{Ps}\p{Pi}]+$/u
/** Must not start a line: closing marks, small kana, the long-vowel mark, iteration marks. */
const closing =
  /^[\p{Pe}\p{Pf}\p{Po}\p{Lm}\p{Mark}\p{Default_Ignorable_Code_Point}ぁぃぅぇぉっゃゅょァィゥェォッャュョ]/u

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

export interface Piece {
  text: string
  /** Follows the previous piece without a space. */
  glued: boolean
}

/** Control characters would end a line or file in some players; they separate words like spaces. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}/gu, ' ')
}

/** The pieces of a text between which a line can break, in order, with all visible characters. */
export function splitWords(text: string): Piece[] {
  return cleanText(text)
    .split(breakingSpace)
    .flatMap((word) => {
      if (withoutSpaces.test(word)) return splitAtNoBreakSpaces(word).flatMap(splitSegments)
      const trimmed = word.replace(noBreakSpace, '\u00a0').replace(/^\u00a0|\u00a0$/g, '')
      return invisible.test(trimmed) ? [] : [{ text: trimmed, glued: false }]
    })
}

export function splitAtNoBreakSpaces(word: string): string[] {
  return word.split(noBreakSpace).filter((part) => !invisible.test(part))
}

/** Dictionary words, each with its punctuation marks. */
function splitSegments(word: string): Piece[] {
  const pieces: Piece[] = []
  let held = ''
  for (const { segment } of segmenter.segment(word)) {
    const last = pieces.at(-1)
    if (opening.test(segment)) {
      held += segment
    } else if (held === '' && last && closing.test(segment)) {
      last.text += segment
    } else {
      pieces.push({ text: held + segment, glued: last !== undefined })
      held = ''
    }
  }
  if (held !== '') pieces.push({ text: held, glued: pieces.length > 0 })
  return pieces
}
