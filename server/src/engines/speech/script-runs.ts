/** A stretch of text to pronounce by the rules of one language. */
export interface ScriptRun {
  language: string
  text: string
}

/**
 * Scripts and the language that reads them where the voice's own can't. Han is Chinese, unless the
 * voice is Japanese or kana stand in the same text.
 */
const scripts: { language: string; letters: RegExp }[] = [
  { language: 'ja', letters: /[\p{sc=Hiragana}\p{sc=Katakana}ー々]/u },
  { language: 'zh', letters: /\p{sc=Han}/u },
  { language: 'hi', letters: /\p{sc=Devanagari}/u },
  { language: 'ko', letters: /\p{sc=Hangul}/u },
  { language: 'ru', letters: /\p{sc=Cyrillic}/u },
  { language: 'el', letters: /\p{sc=Greek}/u },
  { language: 'ar', letters: /\p{sc=Arabic}/u },
  { language: 'he', letters: /\p{sc=Hebrew}/u },
  { language: 'bn', letters: /\p{sc=Bengali}/u },
  { language: 'ta', letters: /\p{sc=Tamil}/u },
  { language: 'te', letters: /\p{sc=Telugu}/u },
  { language: 'latin', letters: /\p{sc=Latin}/u },
]

/** Voices whose language isn't written in Latin letters read those as English. */
const nativeScript: Record<string, string> = { ja: 'ja', zh: 'zh' }

/**
 * Splits text by script, so a Spanish voice can say 東京 and a Japanese voice can say “Atelier”.
 * Digits, spaces and signs stay with the letters before them.
 */
export function scriptRuns(text: string, languageCode: string): ScriptRun[] {
  const own = languageCode.slice(0, 2)
  const hasKana = scripts[0]?.letters.test(text) ?? false
  const runs: ScriptRun[] = []
  for (const character of text) {
    const language = findLanguage(character, own, languageCode, hasKana)
    const last = runs.at(-1)
    if (last && (language === undefined || language === last.language)) last.text += character
    else runs.push({ language: language ?? languageCode, text: character })
  }
  return runs
}

function findLanguage(
  character: string,
  own: string,
  languageCode: string,
  hasKana: boolean,
): string | undefined {
  const script = scripts.find(({ letters }) => letters.test(character))?.language
  // A digit in Japanese or Chinese must not be read in English because a Latin word is before it.
  if (script === undefined)
    return /\d/.test(character) && nativeScript[own] ? languageCode : undefined
  if (script === own) return languageCode
  if (script === 'zh' && (own === 'ja' || hasKana)) return own === 'ja' ? languageCode : 'ja'
  if (script === 'latin') return nativeScript[own] ? 'en-US' : languageCode
  // espeak switches between Hindi and English by itself.
  return script
}
