/** British English reads “one hundred and five”, American English “one hundred five”. */
export type Accent = 'en-US' | 'en-GB'

const small = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  ...['eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen'],
  'nineteen',
]
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const scales = ['', ' thousand', ' million', ' billion', ' trillion', ' quadrillion']
const irregularOrdinals: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}

function underHundred(value: number): string {
  if (value < 20) return small[value] ?? ''
  const unit = value % 10
  return `${tens[Math.floor(value / 10)]}${unit > 0 ? `-${small[unit]}` : ''}`
}

function underThousand(value: number, accent: Accent): string {
  const rest = value % 100
  if (value < 100) return underHundred(value)
  const hundreds = `${small[Math.floor(value / 100)]} hundred`
  if (rest === 0) return hundreds
  return `${hundreds}${accent === 'en-GB' ? ' and ' : ' '}${underHundred(rest)}`
}

/** Reads the digits one by one: “0049” → “zero zero four nine”. */
export function digitWords(digits: string): string {
  return [...digits].map((digit) => small[Number(digit)] ?? '').join(' ')
}

/** Takes a whole number as digits, because text may contain more digits than a number can hold. */
export function cardinalWords(digits: string, accent: Accent): string {
  const significant = digits.replace(/^0+(?=\d)/, '')
  if (significant.length > 18) return digitWords(digits)
  if (significant === '0') return 'zero'
  const groups: string[] = []
  for (let end = significant.length; end > 0; end -= 3) {
    groups.unshift(significant.slice(Math.max(0, end - 3), end))
  }
  const words: string[] = []
  for (const [index, group] of groups.entries()) {
    const value = Number(group)
    if (value === 0) continue
    const last = index === groups.length - 1
    const joint = last && words.length > 0 && value < 100 && accent === 'en-GB' ? 'and ' : ''
    words.push(`${joint}${underThousand(value, accent)}${scales[groups.length - 1 - index] ?? ''}`)
  }
  return words.join(' ')
}

/** “21” → “twenty-first”. */
export function ordinalWords(digits: string, accent: Accent): string {
  const words = cardinalWords(digits, accent)
  const last = /(?<![a-z])[a-z]+$/.exec(words)?.[0] ?? ''
  const ordinal = irregularOrdinals[last] ?? `${last.replace(/y$/, 'ie')}th`
  return words.slice(0, words.length - last.length) + ordinal
}

/** “1,234.50” → “one thousand two hundred thirty-four point five zero”. */
export function decimalWords(number: string, accent: Accent): string {
  const [whole = '', fraction] = number.replaceAll(',', '').split('.')
  const words = cardinalWords(whole === '' ? '0' : whole, accent)
  return fraction === undefined ? words : `${words} point ${digitWords(fraction)}`
}

/** “1905” → “nineteen oh five”, “2000” → “two thousand”. The caller handles “1990s”. */
export function yearWords(digits: string, accent: Accent): string {
  const year = Number(digits)
  const century = Math.floor(year / 100)
  const rest = year % 100
  if (digits.length !== 4 || year % 1000 === 0) return cardinalWords(digits, accent)
  if (year > 2000 && year < 2010) return cardinalWords(digits, accent)
  if (rest === 0) return `${underHundred(century)} hundred`
  return `${underHundred(century)} ${rest < 10 ? `oh ${small[rest]}` : underHundred(rest)}`
}

/** “nineteen ninety” → “nineteen nineties”, “two thousand” → “two thousands”. */
export function writePlural(words: string): string {
  if (words.endsWith('y')) return `${words.slice(0, -1)}ies`
  return words.endsWith('x') ? `${words}es` : `${words}s`
}
