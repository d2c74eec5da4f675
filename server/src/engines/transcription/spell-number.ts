import { cardinalWords, digitWords, ordinalWords, yearWords } from '../number-words.ts'

/*
 * Spells numbers word by word for the alignment: its dictionary has "twenty" and "first", but not
 * "twenty-first".
 */

export function spellNumber(value: number): string[] {
  return wordsOf(cardinalWords(String(value), 'en-US'))
}

/** Years and similar numbers, in pairs: nineteen eighty four, twenty ten, nineteen oh five. */
export function spellYear(value: number): string[] {
  return wordsOf(yearWords(String(value), 'en-US'))
}

/** 21 → twenty first. */
export function spellOrdinal(value: number): string[] {
  return wordsOf(ordinalWords(String(value), 'en-US'))
}

/** Digit by digit, as after a decimal point. */
export function spellDigits(digits: string): string[] {
  return wordsOf(digitWords(digits))
}

function wordsOf(text: string): string[] {
  return text.split(/[ -]/)
}
