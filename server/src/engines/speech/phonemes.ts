import { espeakIpa } from './espeak/espeak-process.ts'
import { japanesePhonemes, letterNames } from './japanese.ts'
import { kokoroEnglish, kokoroOther, nearestSounds } from './kokoro-alphabet.ts'
import { mandarinPhonemes } from './mandarin.ts'
import { type ScriptRun, scriptRuns } from './script-runs.ts'

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
  '『': ' “',
  '』': '” ',
  '《': ' “',
  '》': '” ',
  '【': ' “',
  '】': '” ',
  '・': ' ',
  '～': '—',
  '〜': '—',
  '।': '. ',
  '¿': '',
  '¡': '',
}

/** Converts spoken-form text to Kokoro's alphabet. */
export async function toPhonemes(text: string, languageCode: string): Promise<string> {
  const latin = text.replace(
    /[，、。．！？；：（）「」『』《》【】・～〜।¿¡]/g,
    (mark) => marks[mark] ?? '',
  )
  let phonemes = ''
  for (const section of latin.split(punctuation)) {
    const [before, body, after] = /^(\s*)([\s\S]*?)(\s*)$/.exec(section)?.slice(1) ?? ['', '', '']
    const spoken = body !== undefined && /[\p{L}\p{N}]/u.test(body)
    phonemes += `${before && ' '}${spoken ? await normalizeWords(body, languageCode) : body}${after && ' '}`
  }
  const tidy = phonemes.replace(/\s+/g, ' ').trim()
  // Without an end mark the intonation stays up, and the last sound is sometimes cut.
  return /[.!?…][”")]?$/.test(tidy) ? tidy : `${tidy.replace(/[,;:—\s]+$/, '')}.`
}

async function normalizeWords(text: string, languageCode: string): Promise<string> {
  const sounds: string[] = []
  for (const run of scriptRuns(text, languageCode)) sounds.push(await runSounds(run, languageCode))
  return sounds
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .join(' ')
}

const espeakVoices: Record<string, string> = { 'en-US': 'en-us', 'en-GB': 'en', 'pt-BR': 'pt-br' }

async function runSounds({ language, text }: ScriptRun, voice: string): Promise<string> {
  if (!/[\p{L}\p{N}]/u.test(text)) return ''
  const code = language.slice(0, 2)
  if (code === 'zh') return mandarinPhonemes(text)
  if (code === 'ja') return japanesePhonemes(text)
  // A Japanese voice spells an abbreviation with the Japanese names of the letters.
  if (voice === 'ja-JP' && /^[A-Z]{1,5}\s*$/.test(text)) return letterNames(text)
  // “en-gb” is no name of a voice; “en” is British in espeak.
  const ipa = await espeakIpa(text, espeakVoices[language] ?? code)
  if (language === 'en-US' || language === 'en-GB') return kokoroEnglish(ipa, language)
  return nearestSounds(kokoroOther(ipa))
}
