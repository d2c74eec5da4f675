import { functionWordsOf } from './function-words.ts'
import type { Token } from './tokens.ts'

const commaEnd = /[,，、،-]["'”’»)\]」』）]*$/u
const sentenceEnd = /[.!?…。！？؟।۔]["'”’»)\]」』）]*$/u
const clauseEnd = /[;:；：؛–—]["'”’»)\]」』）]*$/u

/** The cost of a break between two tokens, for lines and cues alike. */
export const breakCosts = {
  sentence: 0,
  clause: 1,
  comma: 2,
  beforeFunctionWord: 4,
  betweenWords: 7,
  /** "of the / house": the reader is left hanging. */
  afterFunctionWord: 11,
  /** Between two words of a script without spaces. */
  insideSentence: 7,
  insideWord: 30,
}

export type BreakCost = (before: Token, after: Token) => number

export function breakCostFor(languageCode: string): BreakCost {
  const functionWords = functionWordsOf(languageCode)
  const isFunctionWord = (token: Token) =>
    functionWords.has(
      token.text.toLowerCase().replace(/^[^\p{L}]+|(?<![^\p{L}'])[^\p{L}']+$/gu, ''),
    )
  return (before, after) => {
    if (after.cutFromWord) return breakCosts.insideWord
    if (sentenceEnd.test(before.text)) return breakCosts.sentence
    if (clauseEnd.test(before.text)) return breakCosts.clause
    if (commaEnd.test(before.text)) return breakCosts.comma
    if (after.glued) return breakCosts.insideSentence
    if (isFunctionWord(before)) return breakCosts.afterFunctionWord
    return isFunctionWord(after) ? breakCosts.beforeFunctionWord : breakCosts.betweenWords
  }
}

export function endsSentence(token: Token): boolean {
  return sentenceEnd.test(token.text)
}
