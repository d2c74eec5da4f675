const digits = ['ゼロ', 'イチ', 'ニ', 'サン', 'ヨン', 'ゴ', 'ロク', 'ナナ', 'ハチ', 'キュー']
const myriads = ['', 'マン', 'オク', 'チョー', 'ケー']

/** Days of the month with names of their own. */
const days: Record<string, string> = {
  1: 'ツイタチ',
  2: 'フツカ',
  3: 'ミッカ',
  4: 'ヨッカ',
  5: 'イツカ',
  6: 'ムイカ',
  7: 'ナノカ',
  8: 'ヨーカ',
  9: 'ココノカ',
  10: 'トーカ',
  14: 'ジューヨッカ',
  20: 'ハツカ',
  24: 'ニジューヨッカ',
}
const things = [
  '',
  'ヒトツ',
  'フタツ',
  'ミッツ',
  'ヨッツ',
  'イツツ',
  'ムッツ',
  'ナナツ',
  'ヤッツ',
  'ココノツ',
]

/** Counters: after 1, 6, 8 and 10 the number ends in a stop; after 3 the counter may change. */
const counters: Record<string, { sound: string; afterStop?: string; afterThree?: string }> = {
  分: { sound: 'フン', afterStop: 'プン', afterThree: 'プン' },
  本: { sound: 'ホン', afterStop: 'ポン', afterThree: 'ボン' },
  杯: { sound: 'ハイ', afterStop: 'パイ', afterThree: 'バイ' },
  匹: { sound: 'ヒキ', afterStop: 'ピキ', afterThree: 'ビキ' },
  回: { sound: 'カイ', afterStop: 'カイ' },
  階: { sound: 'カイ', afterStop: 'カイ', afterThree: 'ガイ' },
  個: { sound: 'コ', afterStop: 'コ' },
  歳: { sound: 'サイ', afterStop: 'サイ' },
  冊: { sound: 'サツ', afterStop: 'サツ' },
  週間: { sound: 'シューカン', afterStop: 'シューカン' },
}

/** Counters whose number only differs for 4, 7 and 9. */
const plain: Record<string, string> = {
  年: 'ネン',
  月: 'ガツ',
  時間: 'ジカン',
  時: 'ジ',
  円: 'エン',
  人: 'ニン',
  番: 'バン',
  秒: 'ビョー',
  度: 'ド',
  枚: 'マイ',
  台: 'ダイ',
  倍: 'バイ',
}
const shortFour = new Set(['年', '時', '時間', '円', '人'])
const earlySeven = new Set(['月', '時', '時間'])

const suffixes: Record<string, string> = {
  '%': 'パーセント',
  '％': 'パーセント',
  km: 'キロメートル',
  kg: 'キログラム',
  cm: 'センチメートル',
  mm: 'ミリメートル',
  m: 'メートル',
  g: 'グラム',
  '℃': 'ド',
}

const suffix = [
  ...Object.keys(counters),
  ...Object.keys(plain),
  ...Object.keys(suffixes),
  '日',
  'つ',
]
  .sort((one, other) => other.length - one.length)
  .join('|')

/** A number with its counter, for `String.split`. */
export const isPhrase = new RegExp(`(\\d+(?:\\.\\d+)?(?:${suffix})?)`)

/** `3本` → `サンボン`, in katakana as spoken. */
export function numberKana(phrase: string): string {
  const [, whole = '', decimals, counter = ''] = /^(\d+)(?:\.(\d+))?(.*)$/.exec(phrase) ?? []
  if (decimals !== undefined) {
    return `${integerKana(whole)}テン${each(decimals)}${counterSound(counter, '')}`
  }
  const value = whole.replace(/^0+(?=\d)/, '')
  if (counter === '日') return days[value] ?? `${integerKana(value)}ニチ`
  if (counter === 'つ') return things[Number(value)] ?? `${integerKana(value)}ツ`
  if (counter === '人' && value === '1') return 'ヒトリ'
  if (counter === '人' && value === '2') return 'フタリ'
  // A leading zero means a code or telephone number.
  if (counter === '' && whole !== value) return each(whole)
  return withCounter(integerKana(value), value, counter)
}

function withCounter(read: string, value: string, counter: string): string {
  const last = value.at(-1) ?? ''
  if (counters[counter]) {
    if (last === '3') return read + (counters[counter].afterThree ?? counters[counter].sound)
    const stopped = stopEnd(read, value)
    const stop = stopped !== read && counters[counter].afterStop
    return stop ? stopped + stop : read + counters[counter].sound
  }
  let number = read
  if (last === '4' && shortFour.has(counter)) number = number.replace(/ヨン$/, 'ヨ')
  if (last === '4' && counter === '月') number = number.replace(/ヨン$/, 'シ')
  if (last === '7' && earlySeven.has(counter)) number = number.replace(/ナナ$/, 'シチ')
  if (last === '9' && (counter === '月' || counter.startsWith('時'))) {
    number = number.replace(/キュー$/, 'ク')
  }
  return number + counterSound(counter, value)
}

function counterSound(counter: string, value: string): string {
  if (counter === '日' || counter === 'つ') return counter === '日' ? 'ニチ' : 'ツ'
  return plain[counter] ?? suffixes[counter] ?? counters[counter]?.sound ?? (value && '')
}

function stopEnd(read: string, value: string): string {
  if (/[168]$/.test(value)) return read.replace(/(?:チ|ク)$/, 'ッ')
  return read.replace(/ジュー$/, 'ジュッ')
}

function each(text: string): string {
  return Array.from(text, (digit) => digits[Number(digit)] ?? '').join('')
}

function integerKana(value: string): string {
  if (/^0*$/.test(value)) return 'ゼロ'
  if (value.length > myriads.length * 4) return each(value)
  let read = ''
  for (let group = 0; group < Math.ceil(value.length / 4); group++) {
    const end = value.length - group * 4
    const four = Number(value.slice(Math.max(0, end - 4), end))
    if (four > 0) read = `${fourKana(four, group)}${myriads[group]}${read}`
  }
  return read
}

function fourKana(value: number, group: number): string {
  const thousands = Math.floor(value / 1000)
  const hundreds = Math.floor(value / 100) % 10
  const tens = Math.floor(value / 10) % 10
  const ones = value % 10
  // 10,000 is “one myriad”, but 1,000 is just “thousand”.
  const thousandNames: Record<number, string> = { 0: '', 1: 'セン', 3: 'サンゼン', 8: 'ハッセン' }
  const hundredNames: Record<number, string> = {
    0: '',
    1: 'ヒャク',
    3: 'サンビャク',
    6: 'ロッピャク',
    8: 'ハッピャク',
  }
  const tenName = tens === 0 ? '' : `${tens === 1 ? '' : digits[tens]}ジュー`
  const one = ones === 0 ? '' : (digits[ones] ?? '')
  const first = thousandNames[thousands] ?? `${digits[thousands]}セン`
  return `${group > 0 && value === 1000 ? 'イッ' : ''}${first}${hundredNames[hundreds] ?? `${digits[hundreds]}ヒャク`}${tenName}${one}`
}
