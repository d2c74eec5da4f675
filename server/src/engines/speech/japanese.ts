import { isPhrase, numberKana } from './languages/japanese-numbers.ts'

/** Sounds of kana on which the voices were trained. Two kana that form one sound come first. */
const rows: [first: string, sounds: string][] = [
  ['アイウエオ', 'a i ɯ e o'],
  ['カキクケコ', 'ka kʲi kɯ ke ko'],
  ['ガギグゲゴ', 'ɡa ɡʲi ɡɯ ɡe ɡo'],
  ['サシスセソ', 'sa ɕi sɨ se so'],
  ['ザジズゼゾ', 'ʣa ʥi zɨ ʣe ʣo'],
  ['タチツテト', 'ta ʨi ʦɨ te to'],
  ['ダヂヅデド', 'da ʥi zɨ de do'],
  ['ナニヌネノ', 'na ɲi nɯ ne no'],
  ['ハヒフヘホ', 'ha çi ɸɯ he ho'],
  ['バビブベボ', 'ba bʲi bɯ be bo'],
  ['パピプペポ', 'pa pʲi pɯ pe po'],
  ['マミムメモ', 'ma mʲi mɯ me mo'],
  ['ヤユヨ', 'ja jɯ jo'],
  ['ラリルレロ', 'ɾa ɾʲi ɾɯ ɾe ɾo'],
  ['ワヰヱヲヴ', 'βa i e o vɯ'],
  ['ァィゥェォ', 'a i ɯ e o'],
  ['ャュョヮヵヶ', 'ja jɯ jo βa ka ke'],
]

const kana = new Map(
  rows.flatMap(([letters, sounds]) => {
    const each = sounds.split(' ')
    return [...letters].map((letter, at): [string, string] => [letter, each[at] ?? ''])
  }),
)

/** Consonants of the two-kana sounds, by their first kana. */
const glides: Record<string, string> = {
  キ: 'kʲ',
  ギ: 'ɡʲ',
  シ: 'ɕ',
  ジ: 'ʥ',
  チ: 'ʨ',
  ヂ: 'ʥ',
  ニ: 'ɲ',
  ヒ: 'ç',
  ビ: 'bʲ',
  ピ: 'pʲ',
  ミ: 'mʲ',
  リ: 'ɾʲ',
}
const glideVowels: Record<string, string> = { ャ: 'a', ュ: 'ɨ', ョ: 'o', ェ: 'e' }

/** Sounds of foreign words. */
const foreign: Record<string, string> = {
  イェ: 'je',
  ウィ: 'βi',
  ウェ: 'βe',
  ウォ: 'βo',
  クァ: 'kᵝa',
  クィ: 'kᵝi',
  クェ: 'kᵝe',
  クォ: 'kᵝo',
  グァ: 'ɡᵝa',
  ツァ: 'ʦa',
  ツィ: 'ʦʲi',
  ツェ: 'ʦe',
  ツォ: 'ʦo',
  ティ: 'tʲi',
  テュ: 'tʲɨ',
  ディ: 'dʲi',
  デュ: 'dʲɨ',
  トゥ: 'tɯ',
  ドゥ: 'dɯ',
  ファ: 'ɸa',
  フィ: 'ɸʲi',
  フェ: 'ɸe',
  フォ: 'ɸo',
  フュ: 'ɸʲɨ',
  ヴァ: 'va',
  ヴィ: 'vʲi',
  ヴェ: 've',
  ヴォ: 'vo',
  ヴュ: 'bʲɨ',
  スィ: 'si',
  ズィ: 'zi',
}

interface Morpheme {
  surface: string
  /** In katakana, as spoken: the particle は is ワ. Missing for unknown words. */
  pronunciation?: string
}

interface Analyser {
  tokenize(text: string): Morpheme[]
}

let loading: Promise<Analyser> | undefined

/** Lindera with IPADIC. Loading takes a second, so it happens only for Japanese. */
async function load(): Promise<Analyser> {
  const { default: lindera } = await import('lindera-wasm-nodejs-ipadic')
  const builder = new lindera.TokenizerBuilder()
  builder.setDictionary('embedded://ipadic')
  builder.setMode('normal')
  return builder.build()
}

/** Sounds of Japanese text without Latin letters, with spaces between words. */
export async function japanesePhonemes(text: string): Promise<string> {
  loading ??= load()
  const analyser = await loading
  const words: string[] = []
  for (const part of text.split(isPhrase)) {
    if (part.trim() === '') continue
    if (/^\d/.test(part)) words.push(numberKana(part))
    else {
      for (const { surface, pronunciation } of analyser.tokenize(part)) {
        words.push(pronunciation && pronunciation !== '*' ? pronunciation : toKatakana(surface))
      }
    }
  }
  // A stop at the end of a word runs into the next one.
  return words.map(kanaSounds).filter(Boolean).join(' ').replace(/ʔ /g, 'ʔ')
}

/** Sounds of katakana. Anything else is silent. */
export function kanaSounds(text: string): string {
  const letters = [...toKatakana(text)]
  let sounds = ''
  for (let at = 0; at < letters.length; at++) {
    const pair = pairSound(letters[at] ?? '', letters[at + 1] ?? '')
    if (pair) {
      sounds += pair
      at++
    } else sounds += letterSound(letters, at)
  }
  return sounds
}

function pairSound(first: string, second: string): string | undefined {
  const vowel = glideVowels[second]
  const consonant = glides[first]
  if (vowel && consonant) return consonant + vowel
  return foreign[first + second]
}

function letterSound(letters: string[], at: number): string {
  const letter = letters[at] ?? ''
  if (letter === 'ー') return 'ː'
  if (letter === 'ッ') return 'ʔ'
  if (letter !== 'ン') return kana.get(letter) ?? ''
  // The nasal takes the place of the next sound.
  const next = kana.get(letters[at + 1] ?? '') ?? ''
  if (/^[mpb]/.test(next)) return 'm'
  if (/^[kɡ]/.test(next)) return 'ŋ'
  if (/^[ɲʨʥ]/.test(next)) return 'ɲ'
  return /^[ntdɾz]/.test(next) ? 'n' : 'ɴ'
}

function toKatakana(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[ぁ-ゖ]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0x60))
}

const letters: Record<string, string> = {
  A: 'エー',
  B: 'ビー',
  C: 'シー',
  D: 'ディー',
  E: 'イー',
  F: 'エフ',
  G: 'ジー',
  H: 'エイチ',
  I: 'アイ',
  J: 'ジェー',
  K: 'ケー',
  L: 'エル',
  M: 'エム',
  N: 'エヌ',
  O: 'オー',
  P: 'ピー',
  Q: 'キュー',
  R: 'アール',
  S: 'エス',
  T: 'ティー',
  U: 'ユー',
  V: 'ブイ',
  W: 'ダブリュー',
  X: 'エックス',
  Y: 'ワイ',
  Z: 'ゼット',
}

/** The Japanese names of Latin letters. */
export function letterNames(text: string): string {
  return kanaSounds(Array.from(text.trim(), (letter) => letters[letter] ?? '').join(''))
}
