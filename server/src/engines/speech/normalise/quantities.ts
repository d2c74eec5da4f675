import {
  type Accent,
  cardinalWords,
  decimalWords,
  digitWords,
  ordinalWords,
} from '../../number-words.ts'

const number = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?|\\.\\d+'

interface Currency {
  one: string
  many: string
  cent: string
  cents: string
}

const currencies: Record<string, Currency> = {
  $: { one: 'dollar', many: 'dollars', cent: 'cent', cents: 'cents' },
  '€': { one: 'euro', many: 'euros', cent: 'cent', cents: 'cents' },
  '£': { one: 'pound', many: 'pounds', cent: 'penny', cents: 'pence' },
  '¥': { one: 'yen', many: 'yen', cent: 'sen', cents: 'sen' },
  '₹': { one: 'rupee', many: 'rupees', cent: 'paisa', cents: 'paise' },
}
const currencyCodes: Record<string, string> = { USD: '$', EUR: '€', GBP: '£', JPY: '¥', INR: '₹' }
const multiples: Record<string, string> = {
  k: 'thousand',
  m: 'million',
  bn: 'billion',
  b: 'billion',
  tn: 'trillion',
}

/** $5.99, €20, £1.50, $3 million, $1.2bn, 20 €, USD 50. */
export function speakMoney(text: string, accent: Accent): string {
  const signs = '[$€£¥₹]'
  const multiple = '(?: ?(thousand|million|billion|trillion|bn|tn|[kKmMbB])\\b)?'
  const spoken = (minus: string | undefined, sign: string, amount: string, size?: string) =>
    `${minus ? 'minus ' : ''}${moneyWords(currencies[sign], amount, size, accent)}`
  return text
    .replace(new RegExp(`(?<=\\d[kKmMbB]?) ?[-–] ?(?=${signs})`, 'g'), ' to ')
    .replace(
      new RegExp(`([-−])?(${signs})(${number})${multiple}`, 'g'),
      (_, minus, sign, amount, size) => spoken(minus, sign, amount, size),
    )
    .replace(
      new RegExp(`\\b(${Object.keys(currencyCodes).join('|')}) ?(${number})${multiple}`, 'g'),
      (_, code, amount, size) => spoken(undefined, currencyCodes[code] ?? '$', amount, size),
    )
    .replace(
      new RegExp(
        `(?<![\\d.,])(${number})${multiple} ?(${signs}|USD|EUR|GBP|JPY|INR)(?![\\w\\d])`,
        'g',
      ),
      (_, amount, size, sign) => spoken(undefined, currencyCodes[sign] ?? sign, amount, size),
    )
    .replace(
      /(?<![\d.,])(\d+) ?¢/g,
      (_, cents) => `${cardinalWords(cents, accent)} ${cents === '1' ? 'cent' : 'cents'}`,
    )
}

function moneyWords(
  currency: Currency | undefined,
  amount: string,
  size: string | undefined,
  accent: Accent,
): string {
  const { one, many, cent, cents } = currency ?? { one: '', many: '', cent: '', cents: '' }
  if (size !== undefined) {
    return `${decimalWords(amount, accent)} ${multiples[size.toLowerCase()] ?? size} ${many}`
  }
  const [whole = '0', fraction = ''] = amount.replaceAll(',', '').split('.')
  const unit = whole === '1' ? one : many
  if (fraction === '' || /^0+$/.test(fraction)) return `${cardinalWords(whole, accent)} ${unit}`
  if (fraction.length > 2) return `${decimalWords(amount, accent)} ${many}`
  const small = String(Number(fraction.padEnd(2, '0')))
  const rest = `${cardinalWords(small, accent)} ${small === '1' ? cent : cents}`
  return Number(whole) === 0 ? rest : `${cardinalWords(whole, accent)} ${unit} and ${rest}`
}

/** Singular and plural of the units abbreviated after a number. */
const units: Record<string, [string, string]> = {
  km: ['kilometre', 'kilometres'],
  cm: ['centimetre', 'centimetres'],
  mm: ['millimetre', 'millimetres'],
  nm: ['nanometre', 'nanometres'],
  m: ['metre', 'metres'],
  mi: ['mile', 'miles'],
  ft: ['foot', 'feet'],
  yd: ['yard', 'yards'],
  kg: ['kilogram', 'kilograms'],
  mg: ['milligram', 'milligrams'],
  g: ['gram', 'grams'],
  lb: ['pound', 'pounds'],
  lbs: ['pound', 'pounds'],
  oz: ['ounce', 'ounces'],
  l: ['litre', 'litres'],
  L: ['litre', 'litres'],
  ml: ['millilitre', 'millilitres'],
  mL: ['millilitre', 'millilitres'],
  'km/h': ['kilometre per hour', 'kilometres per hour'],
  kmh: ['kilometre per hour', 'kilometres per hour'],
  'm/s': ['metre per second', 'metres per second'],
  mph: ['mile per hour', 'miles per hour'],
  'm²': ['square metre', 'square metres'],
  'km²': ['square kilometre', 'square kilometres'],
  'm³': ['cubic metre', 'cubic metres'],
  '°C': ['degree Celsius', 'degrees Celsius'],
  '°F': ['degree Fahrenheit', 'degrees Fahrenheit'],
  '°': ['degree', 'degrees'],
  kB: ['kilobyte', 'kilobytes'],
  KB: ['kilobyte', 'kilobytes'],
  MB: ['megabyte', 'megabytes'],
  GB: ['gigabyte', 'gigabytes'],
  TB: ['terabyte', 'terabytes'],
  Mbps: ['megabit per second', 'megabits per second'],
  Gbps: ['gigabit per second', 'gigabits per second'],
  Hz: ['hertz', 'hertz'],
  kHz: ['kilohertz', 'kilohertz'],
  MHz: ['megahertz', 'megahertz'],
  GHz: ['gigahertz', 'gigahertz'],
  W: ['watt', 'watts'],
  kW: ['kilowatt', 'kilowatts'],
  kWh: ['kilowatt hour', 'kilowatt hours'],
  MW: ['megawatt', 'megawatts'],
  V: ['volt', 'volts'],
  mAh: ['milliamp hour', 'milliamp hours'],
  ms: ['millisecond', 'milliseconds'],
  sec: ['second', 'seconds'],
  secs: ['second', 'seconds'],
  min: ['minute', 'minutes'],
  mins: ['minute', 'minutes'],
  hr: ['hour', 'hours'],
  hrs: ['hour', 'hours'],
  h: ['hour', 'hours'],
  px: ['pixel', 'pixels'],
  fps: ['frame per second', 'frames per second'],
  dB: ['decibel', 'decibels'],
}
const unitPattern = Object.keys(units)
  .sort((a, b) => b.length - a.length)
  .join('|')

/** 5 km, 10kg, 20 °C, 60 mph, 12.5 %. American spelling sounds the same, so one list is enough. */
export function speakUnits(text: string, accent: Accent): string {
  return text
    .replace(
      new RegExp(
        `(?<![\\w.,])(?:([-−])(?=\\d))?(${number})(?:(\\s?[-–]\\s?| to )(${number}))? ?%`,
        'g',
      ),
      (_, minus, from, __, to) => {
        const range = to === undefined ? '' : ` to ${decimalWords(to, accent)}`
        return `${minus ? 'minus ' : ''}${decimalWords(from, accent)}${range} percent`
      },
    )
    .replace(
      new RegExp(
        `(?<![\\w.,])(?:([-−])(?=\\d))?(${number})(?:\\s?[-–]\\s?(${number}))?[ -]?(${unitPattern})(?![\\w/²³°'’])`,
        'g',
      ),
      (_, minus, from, to, unit) => {
        const [one, many] = units[unit] ?? ['', '']
        const range = to === undefined ? '' : ` to ${decimalWords(to, accent)}`
        const word = from === '1' && to === undefined ? one : many
        return `${minus ? 'minus ' : ''}${decimalWords(from, accent)}${range} ${word}`
      },
    )
}

const fractionNames: Record<string, [string, string]> = {
  2: ['half', 'halves'],
  4: ['quarter', 'quarters'],
}
const vulgar: Record<string, string> = {
  '½': '1/2',
  '¼': '1/4',
  '¾': '3/4',
  '⅓': '1/3',
  '⅔': '2/3',
  '⅛': '1/8',
}

/** 1/2, 3/4, 2 ½. Only small denominators, because 24/7 and 9/11 aren't fractions. */
export function speakFractions(text: string, accent: Accent): string {
  return text
    .replace(
      /(\d)? ?([½¼¾⅓⅔⅛])/g,
      (_, whole, sign) => `${whole ? `${whole} and ` : ''}${vulgar[sign]}`,
    )
    .replace(/(?<![\d/.,])([1-9])\/([2-9]|10)(?![\d/]|[.,]\d)/g, (all, top, bottom) => {
      if (Number(top) >= Number(bottom)) return all
      const [one, many] = fractionNames[bottom] ?? [
        ordinalWords(bottom, accent),
        `${ordinalWords(bottom, accent)}s`,
      ]
      return top === '1' ? `one ${one}` : `${cardinalWords(top, accent)} ${many}`
    })
}

/** Ordinals, ranges, versions, ratios, codes with a leading zero, and all remaining numbers. */
export function speakNumbers(text: string, accent: Accent): string {
  return text
    .replace(/\b(\d{1,3}(?:,\d{3})+|\d+)(?:st|nd|rd|th)\b/g, (_, digits) =>
      ordinalWords(digits.replaceAll(',', ''), accent),
    )
    .replace(/(?:\b[Nn]o\. ?|#)(?=\d)/g, 'number ')
    .replace(/\b\d+(?:\.\d+){2,}\b/g, (version) =>
      version
        .split('.')
        .map((part) => cardinalWords(part, accent))
        .join(' point '),
    )
    .replace(/(?<=[A-Za-z])-(?=\d)/g, ' ')
    .replace(/(?<=\d)\s?[-–]\s?(?=\d)/g, ' to ')
    .replace(/(?<=\d) ?: ?(?=\d)/g, ' to ')
    .replace(/(?<=\d) ?[x×] ?(?=\d)/g, ' by ')
    .replace(/(?<=\d) ?\/ ?(?=\d)/g, ' ')
    .replace(/(?<=^|[\s(])[-−](?=\.?\d)/g, 'minus ')
    .replace(/\b(\d+(?:\.\d+)?)([KMB])\b(?!-)/g, (all, amount, size) =>
      size === 'K' && amount === '4' ? all : `${amount} ${multiples[size.toLowerCase()]}`,
    )
    .replace(/(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])/g, ' ')
    .replace(new RegExp(number, 'g'), (digits) =>
      /^0\d/.test(digits) && !digits.includes('.')
        ? digitWords(digits)
        : decimalWords(digits, accent),
    )
}
