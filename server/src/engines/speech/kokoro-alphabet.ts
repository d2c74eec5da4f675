type Replacement = [pattern: RegExp | string, by: string]

/**
 * Kokoro was trained on English in its own alphabet, where one letter stands for a diphthong or an
 * affricate. espeak's IPA is close to it. These are the differences, longest first.
 */
const english: Replacement[] = [
  ['ʔˌn\u0329', 'tᵊn'],
  ['ʔn\u0329', 'tᵊn'],
  ['ʔ', 't'],
  ['ʲ', 'j'],
  ['aɪ', 'I'],
  ['aʊ', 'W'],
  ['eɪ', 'A'],
  ['ɔɪ', 'Y'],
  ['dʒ', 'ʤ'],
  ['tʃ', 'ʧ'],
  // A syllabic l, unless a following vowel claims the l.
  [/əl(?![ˈˌ]?[aæɑɐɒeɛəɚɜiɪɨᵻoɔuʊʌAIOQWYjw])/g, 'ᵊl'],
  ['ɚ', 'əɹ'],
  ['r', 'ɹ'],
  [/[xç]/g, 'k'],
  ['ɬ', 'l'],
  ['ɐ', 'ə'],
  ['\u0303', ''],
  [/(\S)\u0329/g, 'ᵊ$1'],
  // espeak joins “hundred” to the previous word, and separates a possessive s.
  [/(?<=[a-zɹːᵊ])(?=hˈʌndɹ)/g, ' '],
  [/ z(?=[\s;:,.!?—…"“”)]|$)/g, 'z'],
]

const american: Replacement[] = [
  ['oʊ', 'O'],
  [/ɜːɹ?/g, 'ɜɹ'],
  ['ɪə', 'iə'],
  ['ː', ''],
  ['ɾ', 'T'],
  ['o', 'ɔ'],
  ['e', 'A'],
  // Pronounced with a soft t.
  [/(?<=nˈIn)ti/g, 'di'],
  ['kəkˈɔɹO', 'kˈOkəɹO'],
]

const british: Replacement[] = [
  ['əʊ', 'Q'],
  ['eə', 'ɛː'],
  ['iə', 'ɪə'],
  ['e', 'A'],
  ['kəkˈɔːɹQ', 'kˈQkəɹQ'],
]

export function kokoroEnglish(ipa: string, accent: 'en-US' | 'en-GB'): string {
  return apply(ipa.replaceAll('^', ''), [...english, ...(accent === 'en-GB' ? british : american)])
}

/** The other languages were trained on espeak's IPA, with these sounds joined. */
const other: Replacement[] = [
  ['a^ɪ', 'I'],
  ['a^ʊ', 'W'],
  ['d^z', 'ʣ'],
  ['d^ʒ', 'ʤ'],
  ['e^ɪ', 'A'],
  ['o^ʊ', 'O'],
  ['ə^ʊ', 'Q'],
  ['s^s', 'S'],
  ['t^s', 'ʦ'],
  ['t^ʃ', 'ʧ'],
  ['t^ɕ', 'ʨ'],
  ['d^ʑ', 'ʥ'],
  ['tɕ', 'ʨ'],
  ['ɔ^ɪ', 'Y'],
  [/[\^-]/g, ''],
  // Marks of exact pitch and length that the alphabet lacks. It does have a nasal tilde.
  [/[\u0300-\u0302\u0304-\u036f]/g, ''],
]

export function kokoroOther(ipa: string): string {
  return apply(ipa.normalize('NFD').replace(/c\u0327/g, 'ç'), other)
}

/** Sounds that Kokoro's alphabet lacks, and the nearest that it has. */
const nearest: Record<string, string> = {
  ħ: 'h',
  ɦ: 'h',
  ʕ: '',
  ɫ: 'l',
  ɬ: 'l',
  ɭ: 'l',
  ʟ: 'l',
  ɺ: 'ɾ',
  ʀ: 'ʁ',
  ɱ: 'm',
  ʍ: 'w',
  ʑ: 'ʒ',
  ʐ: 'ʒ',
  ɢ: 'ɡ',
  g: 'ɡ',
  ʉ: 'u',
  ɵ: 'ø',
  ʏ: 'y',
  ɘ: 'ə',
  ɞ: 'ɜ',
  ɶ: 'œ',
  ɝ: 'ɜ',
  ʱ: 'ʰ',
  ˠ: '',
  ˤ: '',
  ˑ: '',
  ʼ: '',
}

export function nearestSounds(sounds: string): string {
  return sounds.replace(/./gu, (sound) => nearest[sound] ?? sound)
}

function apply(text: string, replacements: Replacement[]): string {
  return replacements.reduce((result, [pattern, by]) => result.replaceAll(pattern, by), text)
}
