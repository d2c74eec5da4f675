export interface TokenWord {
  text: string
  /** How many tokens it consists of. */
  count: number
  confidence: number
}

/** Languages written without spaces: every character is a word of its own. */
const spaceless = new Set(['zh', 'ja', 'th', 'lo', 'my', 'bo', 'km'])
const utf8 = new TextDecoder('utf-8', { fatal: true })

export function isSpaceless(language: string | undefined): boolean {
  return language !== undefined && spaceless.has(language)
}

/** Joins tokens into words. A token may be part of a character, so bytes are joined first. */
export function groupWords(
  tokens: number[],
  logs: number[],
  texts: Uint8Array[],
  language: string | undefined,
): TokenWord[] {
  const characters = wholeCharacters(tokens, logs, texts)
  const words: (TokenWord & { total: number })[] = []
  for (const { text, count, total } of characters) {
    const last = words.at(-1)
    const isMark = !/[\p{L}\p{N}]/u.test(text)
    const starts = isSpaceless(language) ? !isMark : text.startsWith(' ') && !isMark
    if (last && !starts) {
      last.text += text
      last.count += count
      last.total += total
    } else words.push({ text, count, total, confidence: 0 })
  }
  return words.map(({ text, count, total }) => ({
    text: text.trim(),
    count,
    confidence: Math.exp(total / count),
  }))
}

/** Tokens grouped until their bytes are whole characters. */
function wholeCharacters(tokens: number[], logs: number[], texts: Uint8Array[]) {
  const groups: { text: string; count: number; total: number }[] = []
  let bytes: number[] = []
  let [count, total] = [0, 0]
  for (const [at, token] of tokens.entries()) {
    bytes.push(...(texts[token] ?? []))
    count++
    total += logs[at] ?? 0
    const text = decoded(bytes) ?? (bytes.length > 12 ? '' : undefined)
    if (text === undefined) continue
    groups.push({ text, count, total })
    bytes = []
    ;[count, total] = [0, 0]
  }
  return groups
}

function decoded(bytes: number[]): string | undefined {
  try {
    return utf8.decode(Uint8Array.from(bytes))
  } catch {
    return undefined
  }
}
