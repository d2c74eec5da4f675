import { cleanText } from '../normalise/symbols.ts'
import { alternatives, type LanguageWords } from './language-words.ts'
import { frenchOrdinal, languages } from './languages.ts'

/** A word boundary that knows letters with accents and Devanagari. */
const start = '(?<![\\p{L}\\p{M}\\p{N}])'
const end = '(?![\\p{L}\\p{M}\\p{N}])'

/**
 * Converts written Spanish, French, Italian, Portuguese or Hindi to spoken form. espeak reads plain
 * numbers, so this only handles what is written differently from how it is spoken.
 */
export function normaliseWords(text: string, language: string): string {
  const words = languages[language]
  const clean = cleanText(text)
  if (!words) return clean
  let spoken = speakAddresses(clean, words)
  spoken = speakDates(spoken, words)
  spoken = joinThousands(spoken, words)
  spoken = speakMoney(spoken, words)
  spoken = speakUnits(spoken, words)
  if (language === 'fr') spoken = speakFrenchOrdinals(spoken)
  spoken = speakAbbreviations(spoken, words)
  if (language !== 'hi') spoken = speakAcronyms(spoken)
  return speakSigns(spoken, words)
}

/** info@example.com: the dots would be read as pauses. */
function speakAddresses(text: string, { signs }: LanguageWords): string {
  return text
    .replace(/https?:\/\/(?:www\.)?/g, '')
    .replace(
      /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:[\w-]+\.)+(?:com|org|net|io|ai|dev|app|es|fr|it|br|in|eu)\b\S*/g,
      (address) =>
        address
          .replace(/[.,;:!?]+$/, '')
          .replaceAll('@', ` ${signs['@']} `)
          .replaceAll('.', ` ${signs.dot} `)
          .replace(/[/_-]/g, ' ')
          .concat(/[.,;:!?]+$/.exec(address)?.[0] ?? ''),
    )
}

function speakDates(text: string, { months, date, time }: LanguageWords): string {
  const say = (day: string, month: string, year: string, written: string) => {
    const name = months[Number(month) - 1]
    return name && Number(day) >= 1 && Number(day) <= 31
      ? date(String(Number(day)), name, year)
      : written
  }
  return text
    .replace(/(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g, (written, year, month, day) =>
      say(day, month, year, written),
    )
    .replace(/(?<!\d)(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?!\d)/g, (written, day, month, year) =>
      say(day, month, year, written),
    )
    .replace(
      /(?<![\d:])([01]?\d|2[0-3])(?::|\s?h\s?)([0-5]\d)(?:\s?h)?(?![\d:])/g,
      (_, hour, minute) => time(String(Number(hour)), String(Number(minute))),
    )
}

/** 1.234.567,8 → 1234567,8. French also uses narrow spaces. */
function joinThousands(text: string, { thousands }: LanguageWords): string {
  // Hindi groups the digits in twos: 12,34,567.
  if (thousands === ',') return text.replace(/(?<=\d),(?=\d{2,3}(?:\D|$|,))/g, '')
  const sign = thousands === '.' ? '\\.' : '[ \\u202f\\u00a0]'
  return text.replace(new RegExp(`(?<!\\d)\\d{1,3}(?:${sign}\\d{3})+(?!\\d)`, 'g'), (number) =>
    number.replace(/\D/g, ''),
  )
}

function speakMoney(text: string, { currencies, money, thousands }: LanguageWords): string {
  const point = thousands === ',' ? '\\.' : '[,.]'
  const number = `(\\d+)(?:${point}(\\d{1,2}))?(?!\\d)`
  const sign = `(${alternatives(currencies)})`
  const say = (unit: string, whole: string, cents: string | undefined) => {
    const [one, many] = currencies[unit] ?? ['', '']
    const spoken = cents && Number(cents) > 0 ? String(Number(cents.padEnd(2, '0'))) : ''
    return money(whole, whole === '1' ? one : many, spoken)
  }
  return text
    .replace(new RegExp(`${sign}\\s?${number}`, 'g'), (_, unit, whole, cents) =>
      say(unit, whole, cents),
    )
    .replace(new RegExp(`${number}\\s?${sign}`, 'g'), (_, whole, cents, unit) =>
      say(unit, whole, cents),
    )
}

function speakUnits(text: string, { units, percent }: LanguageWords): string {
  const pattern = new RegExp(`(\\d)\\s?(${alternatives(units)})${end}`, 'gu')
  return text
    .replace(/(?<=\d)\s?%/g, ` ${percent}`)
    .replace(pattern, (_, digit, unit) => `${digit} ${units[unit]}`)
}

function speakFrenchOrdinals(text: string): string {
  return text
    .replace(/(?<!\d)1(?:er)(?!\p{L})/gu, 'premier')
    .replace(/(?<!\d)1(?:re|ère)(?!\p{L})/gu, 'première')
    .replace(/(?<!\d)(\d+)(?:e|ème|ᵉ)(?!\p{L})/gu, (_, digits) => frenchOrdinal(digits))
}

function speakAbbreviations(text: string, { abbreviations }: LanguageWords): string {
  const pattern = new RegExp(`${start}(${alternatives(abbreviations)})${end}`, 'gu')
  return text.replace(pattern, (short, _group, at: number) => {
    const word = abbreviations[short] ?? short
    // The period of “etc.” at the end also ends the sentence.
    const isLast = short.endsWith('.') && text.slice(at + short.length).trim() === ''
    return isLast ? `${word}.` : word
  })
}

/** espeak spells capitals in a sentence. An acronym with syllables, such as ONU, is a word. */
function speakAcronyms(text: string): string {
  return text.replace(
    /(?<!\p{L})(?:[AEIOU]?[B-DF-HJ-NP-TV-Z][AEIOU])+[B-DF-HJ-NP-TV-Z]?(?!\p{L})/gu,
    (letters) => (letters.length > 2 ? letters.toLowerCase() : letters),
  )
}

function speakSigns(text: string, { signs, currencies }: LanguageWords): string {
  return text
    .replace(
      new RegExp(alternatives(currencies), 'g'),
      (sign) => ` ${currencies[sign]?.[1] ?? ''} `,
    )
    .replace(/(?<=\d)\s?[-–]\s?(?=\d)/g, ', ')
    .replace(/(?<=\s)--?(?=\s)|—|–/g, ' — ')
    .replace(/[&@+=×÷<>≈~±°#§]/g, (sign) => ` ${signs[sign] ?? ''} `)
    .replace(/[*_^|\\{}[\]©®™•·→←↑↓■□▪●◦†‡¶/]/g, ' ')
    .replace(/\s+([,.;:!?…])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}
