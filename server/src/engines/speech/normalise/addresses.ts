import { digitWords } from '../../number-words.ts'

const spokenSigns: Record<string, string> = {
  '.': 'dot',
  '/': 'slash',
  '-': 'dash',
  _: 'underscore',
  ':': 'colon',
  '?': 'question mark',
  '=': 'equals',
  '&': 'and',
  '#': 'hash',
  '@': 'at',
  '+': 'plus',
  '~': 'tilde',
  '%': 'percent',
}

/**
 * Top-level domains that tell a bare domain from a missing space: “example.com”, not “end.Start”.
 */
const topLevels =
  'com|org|net|io|ai|dev|app|co|uk|de|fr|es|it|eu|us|edu|gov|info|me|tv|nl|ch|at|jp|cn|in|br|ca|au|tech|shop|online|site|blog|cloud'

/** Reads URLs and email addresses as if dictated. Omits the protocol and a final slash. */
export function speakAddresses(text: string): string {
  return text
    .replace(/\bmailto:/g, '')
    .replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, dictate)
    .replace(/\bhttps?:\/\/[^\s<>"“”()]+/gi, (address) => dictateAddress(address))
    .replace(
      new RegExp(
        `(?<![\\w@.])(?:[\\w-]+\\.)+(?:${topLevels})\\b(?!\\.\\w)(?:/[^\\s<>"“”()]*)?`,
        'g',
      ),
      (address) => dictateAddress(address),
    )
}

function dictateAddress(address: string): string {
  const ending = /[.,;:!?]+$/.exec(address)?.[0] ?? ''
  const bare = address.slice(0, address.length - ending.length).replace(/^https?:\/\//i, '')
  return dictate(bare.replace(/\/$/, '')) + ending
}

function dictate(address: string): string {
  return address
    .replace(/%[0-9a-f]{2}/gi, ' ')
    .replace(/[^A-Za-z0-9]/g, (sign) => ` ${spokenSigns[sign] ?? ''} `)
    .replace(/\bwww\b/g, 'W W W')
    .replace(/\d{5,}/g, digitWords)
    .replace(/\s+/g, ' ')
    .trim()
}

/** +1 (555) 010-9999, 555-010-9999, 020 7946 0958: digits, with a pause between the groups. */
export function speakPhones(text: string): string {
  return text.replace(
    /(?<![\w.,$€£-])(?:\+\d{1,3}[ .-]?)?(?:\(\d{2,5}\)[ .-]?|\d{2,5}[ .-])\d{3,4}(?:[ .-]\d{3,5})?(?![\w-]|[.,]\d)/g,
    (phone) => {
      const groups = phone.match(/\d+/g) ?? []
      const digits = groups.join('').length
      const plain = !phone.startsWith('+') && !phone.includes('(')
      // Two groups without other signs of a phone number are a range, a year or a score.
      if (digits < 7 || (plain && groups.length < 3 && !/^\d{3}-\d{4}$/.test(phone))) return phone
      return `${phone.startsWith('+') ? 'plus ' : ''}${groups.map(digitWords).join(', ')}`
    },
  )
}
