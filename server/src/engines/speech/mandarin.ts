import { pinyin } from 'pinyin-pro'

/** The voices were trained on these sounds, with an arrow for the tone after the vowel. */
const initials: [pinyin: string, sound: string][] = [
  ['zh', 'ꭧ'],
  ['ch', 'ꭧʰ'],
  ['sh', 'ʂ'],
  ['b', 'p'],
  ['p', 'pʰ'],
  ['m', 'm'],
  ['f', 'f'],
  ['d', 't'],
  ['t', 'tʰ'],
  ['n', 'n'],
  ['l', 'l'],
  ['g', 'k'],
  ['k', 'kʰ'],
  ['h', 'x'],
  ['j', 'ʨ'],
  ['q', 'ʨʰ'],
  ['x', 'ɕ'],
  ['r', 'ɻ'],
  ['z', 'ʦ'],
  ['c', 'ʦʰ'],
  ['s', 's'],
]

/** The 0 marks where the tone goes. */
const finals: Record<string, string> = {
  a: 'a0',
  ai: 'ai0',
  an: 'a0n',
  ang: 'a0ŋ',
  ao: 'au0',
  e: 'ɤ0',
  ei: 'ei0',
  en: 'ə0n',
  eng: 'ə0ŋ',
  er: 'ɚ0',
  i: 'i0',
  ia: 'ja0',
  ian: 'jɛ0n',
  iang: 'ja0ŋ',
  iao: 'jau0',
  ie: 'je0',
  in: 'i0n',
  iu: 'jou0',
  ing: 'i0ŋ',
  io: 'jɔ0',
  iong: 'jʊ0ŋ',
  o: 'wo0',
  ong: 'ʊ0ŋ',
  ou: 'ou0',
  u: 'u0',
  ua: 'wa0',
  uai: 'wai0',
  uan: 'wa0n',
  uang: 'wa0ŋ',
  ue: 'ɥe0',
  ueng: 'wə0ŋ',
  ui: 'wei0',
  un: 'wə0n',
  uo: 'wo0',
  v: 'y0',
  van: 'ɥɛ0n',
  ve: 'ɥe0',
  vn: 'y0n',
}

/** Interjections that are a consonant or a bare vowel. */
const whole: Record<string, string> = { m: 'm0', n: 'n0', ng: 'ŋ0', hm: 'hm0', hng: 'hŋ0', o: 'ɔ0' }

const tones = ['', '→', '↗', '↓', '↘']

const words = new Intl.Segmenter('zh', { granularity: 'word' })

/** Sounds of Han characters in Kokoro's alphabet, with spaces between words. */
export function mandarinPhonemes(text: string): string {
  // Readings depend on neighbours, so they come from the whole text and are then grouped by word.
  const syllables = pinyin(text, {
    type: 'all',
    toneType: 'num',
    toneSandhi: false,
    v: true,
    nonZh: 'spaced',
  })
  let next = 0
  const sounds = Array.from(words.segment(text), ({ segment }) =>
    Array.from(segment, () => syllables[next++])
      .map((one) => (one?.isZh ? syllableSounds(one.pinyin) : ''))
      .join(''),
  )
  return sounds.filter((word) => word !== '').join(' ')
}

/** `zhong1` → `ꭧʊ→ŋ`. A syllable outside the table has no sound. */
export function syllableSounds(syllable: string): string {
  const [, letters = '', digit = '0'] = /^([a-zêü]+)([0-5]?)$/.exec(syllable) ?? []
  const tone = tones[Number(digit) % 5] ?? ''
  const [initial, final] = split(letters.replace('ü', 'v').replace('ê', 'ei'))
  const sounds = whole[letters] ?? `${initial}${final ?? ''}`
  return final === undefined && whole[letters] === undefined ? '' : sounds.replace('0', tone)
}

function split(letters: string): [initial: string, final: string | undefined] {
  const [spelled, sound] = initials.find(([one]) => letters.startsWith(one)) ?? ['', '']
  const rest = spelled === '' ? unspell(letters) : letters.slice(spelled.length)
  // The i after these is a buzz, and the u after these is an ü.
  if (rest === 'i' && /^(zh|ch|sh|r|z|c|s)$/.test(spelled)) return [sound, 'ɨ0']
  const isFront = /^[jqx]$/.test(spelled)
  return [sound, finals[isFront ? rest.replace(/^u/, 'v') : rest]]
}

/** Without an initial, i, u and ü are written y, w and yu. */
function unspell(letters: string): string {
  if (letters.startsWith('yu')) return `v${letters.slice(2)}`
  if (/^yi/.test(letters)) return letters.slice(1)
  if (letters.startsWith('y')) return `i${letters.slice(1)}`.replace(/^iou$/, 'iu')
  if (/^wu/.test(letters)) return 'u'
  if (letters.startsWith('w'))
    return `u${letters.slice(1)}`.replace(/^uei$/, 'ui').replace(/^uen$/, 'un')
  return letters
}
