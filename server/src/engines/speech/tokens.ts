import { readFile } from 'node:fs/promises'
import { EngineError } from '../engine-error.ts'

export type Vocabulary = ReadonlyMap<string, number>

/** The letters that the model knows, from the file that comes with it. */
export async function readVocabulary(tokenizerPath: string): Promise<Vocabulary> {
  try {
    const { model } = JSON.parse(await readFile(tokenizerPath, 'utf8'))
    return new Map(Object.entries<number>(model.vocab))
  } catch (cause) {
    throw new EngineError('model_unusable', 'The speech model is damaged.', { cause })
  }
}

/**
 * The model takes 508 at most. It reads best, and in much less memory, in stretches of about ten
 * seconds, so a sentence that is longer than this is cut where a speaker would breathe.
 */
export const maxTokens = 220

/** Tokens of each stretch; letters that the model does not know are left out. */
export function tokenStretches(
  phonemes: string,
  vocabulary: Vocabulary,
  limit = maxTokens,
): number[][] {
  const known = [...phonemes].filter((letter) => vocabulary.has(letter))
  return cut(known, limit).map((letters) => letters.map((letter) => vocabulary.get(letter) ?? 0))
}

/** Halves, at the best place near the middle, until every part is short enough. */
function cut(letters: string[], limit: number): string[][] {
  if (letters.length <= limit) return letters.length > 0 ? [letters] : []
  const place = cutPlace(letters, limit)
  return [...cut(letters.slice(0, place), limit), ...cut(trimStart(letters.slice(place)), limit)]
}

/** After a clause end, else before a word, else in the middle; clauses may lie well off the middle. */
function cutPlace(letters: string[], limit: number): number {
  const middle = letters.length / 2
  const nearest = (isPlace: (letter: string) => boolean, within: number) => {
    let best: number | undefined
    for (let at = 1; at < letters.length; at++) {
      const distance = Math.abs(at - middle)
      if (distance > within || !isPlace(letters[at - 1] ?? '')) continue
      if (best === undefined || distance < Math.abs(best - middle)) best = at
    }
    return best
  }
  const reach = Math.max(letters.length * 0.3, middle - limit)
  return (
    nearest((letter) => ';:.!?…—'.includes(letter), reach) ??
    nearest((letter) => letter === ',', reach) ??
    nearest((letter) => letter === ' ', middle) ??
    Math.floor(middle)
  )
}

function trimStart(letters: string[]): string[] {
  return letters[0] === ' ' ? letters.slice(1) : letters
}
