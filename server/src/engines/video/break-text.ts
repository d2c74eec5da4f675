export interface TextMeasure {
  maxLineEm: number
  widthEm(text: string): number
}

/** A comma this close to the even cut, as a share of the piece, is a better place to cut. */
const phraseReach = 0.25

/** Captions of one or two lines of about equal length that preferably end with a phrase. */
export function breakIntoCaptions(text: string, measure: TextMeasure): string[][] {
  const words = splitWords(text)
  const fewest = Math.ceil(measure.widthEm(words.join(' ')) / (2 * measure.maxLineEm))
  for (let pieces = Math.max(1, fewest); pieces < words.length; pieces++) {
    const captions = cutEvenly(words, pieces, measure).map((piece) =>
      breakIntoLines(piece.join(' '), measure, 2),
    )
    if (captions.flat().every((line) => fits(line, measure))) return captions
  }
  return words.map((word) => [word])
}

/** As few lines as needed, at most `maxLines`, of about equal length. */
export function breakIntoLines(text: string, measure: TextMeasure, maxLines: number): string[] {
  const words = splitWords(text)
  for (let count = 1; count < Math.min(maxLines, words.length); count++) {
    const lines = cutEvenly(words, count, measure).map((line) => line.join(' '))
    if (lines.every((line) => fits(line, measure))) return lines
  }
  const count = Math.min(maxLines, words.length)
  return cutEvenly(words, count, measure).map((line) => line.join(' '))
}

function splitWords(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== '')
}

function fits(line: string, { maxLineEm, widthEm }: TextMeasure): boolean {
  // A single word that is too long can't be split, so it is drawn smaller.
  return !line.includes(' ') || widthEm(line) <= maxLineEm
}

/** Cuts at the word gaps nearest to equal parts. There must be at least one word per part. */
function cutEvenly(words: string[], pieces: number, { widthEm }: TextMeasure): string[][] {
  const ends: number[] = []
  let endEm = 0
  for (const word of words) {
    endEm += widthEm(`${word} `)
    ends.push(endEm)
  }
  const pieceEm = endEm / pieces
  const cuts = [0]
  for (let piece = 1; piece < pieces; piece++) {
    const last = words.length - (pieces - piece)
    let best = (cuts.at(-1) ?? 0) + 1
    let bestCost = Number.POSITIVE_INFINITY
    for (let cut = best; cut <= last; cut++) {
      const away = Math.abs((ends[cut - 1] ?? 0) - piece * pieceEm) / pieceEm
      const cost = away - (endsPhrase(words[cut - 1]) ? phraseReach : 0)
      if (cost < bestCost) [best, bestCost] = [cut, cost]
    }
    cuts.push(best)
  }
  return cuts.map((from, piece) => words.slice(from, cuts[piece + 1]))
}

function endsPhrase(word = ''): boolean {
  return /[,;:.!?…–—]["'”’)]*$/u.test(word)
}
