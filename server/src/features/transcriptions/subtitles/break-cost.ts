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

export function createBreakCost(languageCode: string): BreakCost {
  const functionWords = listFunctionWords(languageCode)
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

/** Conjunctions, prepositions and articles: lines break before them rather than after. */
const byLanguage: Record<string, string> = {
  en: 'a an the and or but nor so yet because although though while when where if unless until since than that which who whose of in on at by for from with without to into onto about over under between through during before after against among as',
  de: 'der die das den dem des ein eine einen einem einer eines und oder aber sondern denn weil dass ob wenn als während bevor nachdem obwohl in im an am auf aus bei beim mit nach von vom zu zum zur für durch gegen ohne um über unter vor hinter zwischen seit bis',
  fr: 'le la les un une des du de et ou mais donc or ni car que qui dont où quand si comme parce puisque à au aux en dans sur sous avec sans pour par vers chez entre pendant avant après contre',
  es: 'el la los las un una unos unas y e o u pero sino porque que quien cuando donde si como aunque de del a al en con sin por para sobre entre hasta desde durante contra',
  it: 'il lo la i gli le un uno una e ed o ma però perché che chi quando dove se come anche di del della dei delle a al alla in nel nella con su sul per tra fra da dal dalla',
  pt: 'o a os as um uma e ou mas porque que quem quando onde se como embora de do da dos das em no na nos nas com sem por pelo pela para sobre entre até desde',
  nl: 'de het een en of maar want omdat dat die als toen terwijl hoewel in op aan bij met van voor naar uit over onder tussen door tegen zonder om tot sinds na',
}

const none: ReadonlySet<string> = new Set()
const sets = new Map(
  Object.entries(byLanguage).map(([language, words]) => [language, new Set(words.split(' '))]),
)

/** Empty for an unknown language: punctuation and balance then decide. */
function listFunctionWords(languageCode: string): ReadonlySet<string> {
  return sets.get(languageCode.toLowerCase().split(/[-_]/)[0] ?? '') ?? none
}
