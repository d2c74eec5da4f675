const longestPeriod = 16
/** People do repeat something three times. A model stuck in a loop doesn't stop. */
const fewestRounds = 4
const fewestTokens = 8

/**
 * Speech models can get stuck repeating themselves. Returns how many tokens at the end are repeats,
 * or 0 if there is no loop.
 */
export function repeatedTail(tokens: { id: number }[]): number {
  for (let period = 1; period <= longestPeriod; period++) {
    const needed = Math.max(fewestRounds * period, fewestTokens)
    if (tokens.length >= needed && repeats(tokens, period, needed)) return needed - period
  }
  return 0
}

function repeats(tokens: { id: number }[], period: number, length: number): boolean {
  for (let at = tokens.length - length + period; at < tokens.length; at++) {
    if (tokens[at]?.id !== tokens[at - period]?.id) return false
  }
  return true
}
