import {
  type Accent,
  cardinalWords,
  ordinalWords,
  writePlural,
  yearWords,
} from '../../number-words.ts'

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
  ...['October', 'November', 'December'],
]
const monthPattern = `${months.join('|')}|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec`

/** 2024-03-05, 3/5/2024, March 5th, 2024, 5 March 2024, June 2021. */
export function speakDates(text: string, accent: Accent): string {
  const spoken = (year: string | undefined, month: string, day: string) => {
    const ordinal = ordinalWords(day, accent)
    const date = accent === 'en-GB' ? `the ${ordinal} of ${month}` : `${month} ${ordinal}`
    return year === undefined ? date : `${date}, ${yearWords(year, accent)}`
  }
  return text
    .replace(
      /\b(\d{4})-(\d{2})-(\d{2})(?:T\d{2}:\d{2}(?::\d{2})?Z?)?\b/g,
      (all, year, month, day) => (isDay(month, day) ? spoken(year, monthName(month), day) : all),
    )
    .replace(/\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/g, (all, first, second, year) => {
      const [month, day] = accent === 'en-GB' ? [second, first] : [first, second]
      return isDay(month, day) ? spoken(year, monthName(month), day) : all
    })
    .replace(
      new RegExp(
        `\\b(${monthPattern})\\.? (\\d{1,2})(?:st|nd|rd|th)?(?: ?[-–] ?(\\d{1,2}))?(?!\\d|[.:/]\\d)(?:,? (\\d{4}))?\\b`,
        'g',
      ),
      (all, month, day, to, year) => {
        if (!isDay('1', day)) return all
        const first = spoken(to === undefined ? year : undefined, fullMonth(month), day)
        if (to === undefined) return first
        const span = `${first} to ${ordinalWords(to, accent)}`
        return year === undefined ? span : `${span}, ${yearWords(year, accent)}`
      },
    )
    .replace(
      new RegExp(
        `\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?(${monthPattern})\\b\\.?,?(?: (\\d{4})\\b)?`,
        'g',
      ),
      (all, day, month, year) => {
        if (!isDay('1', day)) return all
        const date = `the ${ordinalWords(day, accent)} of ${fullMonth(month)}`
        return year === undefined ? date : `${date}, ${yearWords(year, accent)}`
      },
    )
    .replace(
      new RegExp(`\\b(${monthPattern})\\.?,? (\\d{4})\\b`, 'g'),
      (_, month, year) => `${fullMonth(month)} ${yearWords(year, accent)}`,
    )
}

function isDay(month: string, day: string): boolean {
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31
}

function monthName(number: string): string {
  return months[Number(number) - 1] ?? ''
}

function fullMonth(name: string): string {
  return months.find((month) => month.startsWith(name.slice(0, 3))) ?? name
}

/** 3:45 pm, 15:30, 10 a.m., 09:05. */
export function speakTimes(text: string, accent: Accent): string {
  const spans = text
    .replace(/(?<=\d ?(?:[ap]\.?m\.?)?) ?[-–] ?(?=\d{1,2}(?::\d{2})? ?[ap]\.?m\b)/gi, ' to ')
    .replace(/(?<=\d:\d{2}) ?[-–] ?(?=\d{1,2}:\d{2})/g, ' to ')
  return spans
    .replace(
      /(?<![\d:.])(\d{1,2})(?::([0-5]\d))?(?::([0-5]\d))? ?(?:([ap])\.?m\.?(?![a-z]))/gi,
      (all, hour, minute, second, half) =>
        Number(hour) > 24 ? all : clockWords(hour, minute, second, half.toLowerCase(), accent),
    )
    .replace(
      /(?<![\d:.])([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(?![\d:])/g,
      (_, hour, minute, second) => clockWords(hour, minute, second, undefined, accent),
    )
}

function clockWords(
  hour: string,
  minute: string | undefined,
  second: string | undefined,
  half: 'a' | 'p' | undefined,
  accent: Accent,
): string {
  const words = [cardinalWords(hour, accent)]
  if (minute === '00' && half === undefined) words.push(Number(hour) > 12 ? 'hundred' : "o'clock")
  else if (minute !== undefined && minute !== '00') {
    words.push(
      minute.startsWith('0')
        ? `oh ${cardinalWords(minute, accent)}`
        : cardinalWords(minute, accent),
    )
  }
  if (second !== undefined) words.push(`and ${cardinalWords(second, accent)} seconds`)
  if (half !== undefined) words.push(half === 'a' ? 'A.M.' : 'P.M.')
  return words.join(' ')
}

/** 1066 is a year only if the preceding word says so. */
const yearAfterWord = /\b(in|since|until|by|from|of|year) (10\d{2})\b(?![.,:]\d)/gi

/** 1990s, the '90s, 1914–1918, and a bare 1999: read as years, because they usually are. */
export function speakYears(text: string, accent: Accent): string {
  return text
    .replace(yearAfterWord, (_, word, year) => `${word} ${yearWords(year, accent)}`)
    .replace(/\b(1[1-9]|20)(\d0)s\b/g, (_, century, decade) =>
      writePlural(yearWords(century + decade, accent)),
    )
    .replace(/['’]([1-9]0)s\b/g, (_, decade) => writePlural(cardinalWords(decade, accent)))
    .replace(
      /(?<![\d$€£¥#.,:/-])(1[1-9]\d{2}|20\d{2}) ?[-–] ?(1[1-9]\d{2}|20\d{2}|\d{2})(?![\d-]|[.,]\d)\b/g,
      (_, from, to) =>
        `${yearWords(from, accent)} to ${to.length === 2 ? cardinalWords(to, accent) : yearWords(to, accent)}`,
    )
    .replace(
      /(?<![\d$€£¥#.,:/+×*=<>]|[-–] ?)\b(1[1-9]\d{2}|20\d{2})\b(?![\d:/%°]|[.,]\d| ?(?:[-–+×*=]|[kKmM]?[mgWBb]\b|px\b))/g,
      (_, year) => yearWords(year, accent),
    )
}
