import { readFile } from 'node:fs/promises'
import { EngineError } from '../engine-error.ts'

export type Vocabulary = ReadonlyMap<string, number>

/** The symbols the model knows, from the file that ships with it. */
export async function readVocabulary(tokenizerPath: string): Promise<Vocabulary> {
  try {
    const { model } = JSON.parse(await readFile(tokenizerPath, 'utf8'))
    return new Map(Object.entries<number>(model.vocab))
  } catch (cause) {
    throw new EngineError('model_unusable', 'The speech model is damaged.', { cause })
  }
}

/**
 * The model accepts at most 508. It sounds best, and needs much less memory, with segments of about
 * ten seconds, so longer sentences are split where a speaker would breathe.
 */
export const maxTokens = 220

/** Tokens per segment. Symbols the model doesn't know are dropped. */
export function tokenStretches(phonemes: string, vocabulary: Vocabulary): number[][] {
  const known = [...phonemes].filter((letter) => vocabulary.has(letter))
  return cut(known).map((letters) => letters.map((letter) => vocabulary.get(letter) ?? 0))
}

/** Splits at the best place near the middle until every part is short enough. */
function cut(letters: string[]): string[][] {
  if (letters.length <= maxTokens) return letters.length > 0 ? [letters] : []
  const place = cutPlace(letters)
  return [...cut(letters.slice(0, place)), ...cut(trimStart(letters.slice(place)))]
}

/**
 * After a clause end, else before a word, else in the middle. Clause ends may be far off the
 * middle.
 */
function cutPlace(letters: string[]): number {
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
  const reach = Math.max(letters.length * 0.3, middle - maxTokens)
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
