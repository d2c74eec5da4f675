const small = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  ...['eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen'],
  'nineteen',
]
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const scales: [number, string][] = [
  [1e9, 'billion'],
  [1e6, 'million'],
  [1e3, 'thousand'],
  [100, 'hundred'],
]

const irregularOrdinals: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}

/** How a whole number is said, in words. */
export function spellNumber(value: number): string[] {
  if (value < 20) return [small[value] ?? 'zero']
  if (value < 100) {
    const rest = value % 10
    return [tens[Math.floor(value / 10)] ?? '', ...(rest ? spellNumber(rest) : [])]
  }
  for (const [size, name] of scales) {
    if (value < size) continue
    const rest = value % size
    return [...spellNumber(Math.floor(value / size)), name, ...(rest ? spellNumber(rest) : [])]
  }
  return []
}

/** Years and the like, in pairs: nineteen eighty four, twenty ten, nineteen oh five. */
export function spellYear(value: number): string[] {
  const rest = value % 100
  const century = Math.floor(value / 100)
  if (century % 10 === 0 && rest < 10) return spellNumber(value)
  if (rest === 0) return [...spellNumber(century), 'hundred']
  return [...spellNumber(century), ...(rest < 10 ? ['oh'] : []), ...spellNumber(rest)]
}

/** 21 → twenty first. */
export function spellOrdinal(value: number): string[] {
  const words = spellNumber(value)
  const last = words.pop() ?? ''
  const regular = last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`
  return [...words, irregularOrdinals[last] ?? regular]
}

/** Digit by digit, as after a decimal point. */
export function spellDigits(digits: string): string[] {
  return [...digits].flatMap((digit) => spellNumber(Number(digit)))
}
