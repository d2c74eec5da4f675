import type { Accent } from '../../number-words.ts'
import { speakAbbreviations } from './abbreviations.ts'
import { speakAcronyms } from './acronyms.ts'
import { speakAddresses, speakPhones } from './addresses.ts'
import { speakDates, speakTimes, speakYears } from './dates-and-times.ts'
import { speakFractions, speakMoney, speakNumbers, speakUnits } from './quantities.ts'
import { cleanText, speakSymbols } from './symbols.ts'

/**
 * Converts written English to spoken form. The order matters: more structured patterns go first (a
 * URL before its dots, a date before its numbers), and plain numbers come last.
 */
export function normaliseEnglish(text: string, accent: Accent): string {
  let spoken = cleanText(text)
  spoken = speakAddresses(spoken)
  spoken = speakPhones(spoken)
  spoken = speakDates(spoken, accent)
  spoken = speakTimes(spoken, accent)
  spoken = speakMoney(spoken, accent)
  spoken = speakFractions(spoken, accent)
  spoken = speakUnits(spoken, accent)
  spoken = speakYears(spoken, accent)
  spoken = speakNumbers(spoken, accent)
  spoken = speakAbbreviations(spoken, accent)
  spoken = speakAcronyms(spoken)
  return speakSymbols(spoken)
}
