import { cardinalWords, digitWords, ordinalWords, yearWords } from '../number-words.ts'

/*
 * Spells numbers word by word for the alignment: its dictionary has "twenty" and "first", but not
 * "twenty-first".
 */

export function spellNumber(value: number): string[] {
  return splitWords(cardinalWords(String(value), 'en-US'))
}

/** Years and similar numbers, in pairs: nineteen eighty four, twenty ten, nineteen oh five. */
export function spellYear(value: number): string[] {
  return splitWords(yearWords(String(value), 'en-US'))
}

/** 21 → twenty first. */
export function spellOrdinal(value: number): string[] {
  return splitWords(ordinalWords(String(value), 'en-US'))
}

/** Digit by digit, as after a decimal point. */
export function spellDigits(digits: string): string[] {
  return splitWords(digitWords(digits))
}

function splitWords(text: string): string[] {
  return text.split(/[ -]/)
}
