/** The text for LIKE and ILIKE, in which % and _ are themselves. */
export function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}

/** A pattern for LIKE and ILIKE: the text anywhere. */
export function anywhere(text: string): string {
  return `%${literally(text)}%`
}
