import { spellDigits, spellNumber, spellOrdinal, spellYear } from './spell-number.ts'

const symbols: Record<string, string> = {
  '%': 'percent',
  '&': 'and',
  '+': 'plus',
  '=': 'equals',
  '@': 'at',
}
const currencies: Record<string, string> = { $: 'dollars', '£': 'pounds', '€': 'euros' }
/** Longer runs of digits, such as phone and serial numbers, are read digit by digit. */
const longestNumber = 10

const parts = /([$£€]?)(\d+(?:,\d{3})*)(?:\.(\d+))?(st|nd|rd|th|s)?|[a-z']+|[%&+=@]/g

/**
 * The spoken form of a written word for the aligner: "$25" → twenty five dollars. It is one of
 * several possible readings (1100 may be "eleven hundred"), which is enough to find the position.
 */
export function spokenForm(word: string): string[] {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase()
  const spoken: string[] = []
  for (const [text, currency = '', whole, decimals, ending] of plain.matchAll(parts)) {
    if (whole !== undefined) {
      spoken.push(...spellFigure(whole, ending), ...(decimals ? pointed(decimals, currency) : []))
      if (currency) spoken.push(currencies[currency] ?? '')
    } else {
      const name = symbols[text] ?? text.replace(/^'+|(?<!')'+$/g, '')
      if (name) spoken.push(name)
    }
  }
  return spoken
}

function spellFigure(figure: string, ending: string | undefined): string[] {
  const digits = figure.replaceAll(',', '')
  const value = Number(digits)
  if (digits.length > longestNumber || (digits.length > 1 && digits.startsWith('0'))) {
    return spellDigits(digits)
  }
  const isYear = figure.length === 4 && value >= 1100 && value < 2100
  if (ending && ending !== 's') return spellOrdinal(value)
  const words = isYear ? spellYear(value) : spellNumber(value)
  return ending === 's' ? plural(words) : words
}

/** $2.50 is two fifty, 2.50 is two point five zero. */
function pointed(decimals: string, currency: string): string[] {
  if (currency) return spellNumber(Number(decimals.slice(0, 2)))
  return ['point', ...spellDigits(decimals)]
}

/** The eighties. */
function plural(words: string[]): string[] {
  const last = words.at(-1) ?? ''
  return [...words.slice(0, -1), last.endsWith('y') ? `${last.slice(0, -1)}ies` : `${last}s`]
}
