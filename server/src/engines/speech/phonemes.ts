import { englishIpa } from './english-phonemes.ts'
import { installedIpa } from './installed-espeak.ts'
import { kokoroEnglish, kokoroOther } from './kokoro-alphabet.ts'

/**
 * Punctuation that Kokoro was trained to read as intonation. A period or comma counts only before a
 * space, and not after a single letter, so 3,14 and F.B.I. stay whole.
 */
const punctuation = /([!?…—"“”()]+|[;:,](?=\s|$)|(?<!(?:^|[^\p{L}])\p{L})\.(?=\s|$))/u

/**
 * Asian marks and their Latin equivalents. Spanish opening marks add nothing to the closing ones.
 */
const marks: Record<string, string> = {
  '，': ', ',
  '、': ', ',
  '。': '. ',
  '．': '. ',
  '！': '! ',
  '？': '? ',
  '；': '; ',
  '：': ': ',
  '（': ' (',
  '）': ') ',
  '「': ' “',
  '」': '” ',
  '।': '. ',
  '¿': '',
  '¡': '',
}

/** Converts spoken-form text to Kokoro's alphabet. */
export async function phonemesOf(text: string, languageCode: string): Promise<string> {
  const latin = text.replace(/[，、。．！？；：（）「」।¿¡]/g, (mark) => marks[mark] ?? '')
  let phonemes = ''
  for (const section of latin.split(punctuation)) {
    const [before, body, after] = /^(\s*)([\s\S]*?)(\s*)$/.exec(section)?.slice(1) ?? ['', '', '']
    const spoken = body !== undefined && /[\p{L}\p{N}]/u.test(body)
    phonemes += `${before && ' '}${spoken ? await wordsOf(body, languageCode) : body}${after && ' '}`
  }
  const tidy = phonemes.replace(/\s+/g, ' ').trim()
  // Without an end mark the intonation stays up, and the last sound is sometimes cut.
  return /[.!?…][”")]?$/.test(tidy) ? tidy : `${tidy.replace(/[,;:—\s]+$/, '')}.`
}

async function wordsOf(text: string, languageCode: string): Promise<string> {
  if (languageCode === 'en-US' || languageCode === 'en-GB') {
    return kokoroEnglish(await englishIpa(text, languageCode), languageCode)
  }
  return kokoroOther(await installedIpa(text, languageCode))
}
