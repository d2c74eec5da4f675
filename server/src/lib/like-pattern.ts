/** Escapes text for LIKE and ILIKE, so % and _ match literally. */
export function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}

/** A LIKE or ILIKE pattern that matches the text anywhere. */
export function anywhere(text: string): string {
  return `%${literally(text)}%`
}
