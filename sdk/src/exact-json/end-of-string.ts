const backslash = 0x5c

/**
 * Index after the closing quote of the JSON string at `start`, or the end of the text if it is
 * unclosed. Searching for quotes is many times faster than checking each character.
 */
export function endOfString(text: string, start: number): number {
  for (let at = start; ; ) {
    at = text.indexOf('"', at + 1)
    if (at < 0) return text.length
    let first = at
    while (text.charCodeAt(first - 1) === backslash) first--
    // Backslashes escape each other; an odd one escapes the quote.
    if ((at - first) % 2 === 0) return at + 1
  }
}
