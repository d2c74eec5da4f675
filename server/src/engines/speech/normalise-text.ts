import { normaliseJapanese } from './languages/normalise-japanese.ts'
import { normaliseMandarin } from './languages/normalise-mandarin.ts'
import { normaliseWords } from './languages/normalise-words.ts'
import { normaliseEnglish } from './normalise/normalise-english.ts'

/** Converts written text to spoken form: numbers, dates, units, abbreviations, signs. */
export function normaliseText(text: string, languageCode: string): string {
  const language = languageCode.slice(0, 2)
  if (language === 'en') return normaliseEnglish(text, languageCode === 'en-GB' ? 'en-GB' : 'en-US')
  if (language === 'ja') return normaliseJapanese(text)
  if (language === 'zh') return normaliseMandarin(text)
  return normaliseWords(text, language)
}
