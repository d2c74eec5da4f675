/** The service accepts bodies of up to 100,000 characters. */
const maxCharacters = 200_000
/** Nesting of quotes, lists and brackets. */
const maxNesting = 50
/** Emphasis and link markers; their number determines how long the browser parses. */
const maxMarks = 5000

/**
 * Whether a text is Markdown that a person could have written. Other text is shown as is: the
 * parser is recursive and would fail on deep nesting.
 */
export function isReadableMarkdown(text: string): boolean {
  if (text.length > maxCharacters) return false
  let [depth, marks, inLine, indent] = [0, 0, 0, 0]
  let isAtStart = true
  for (const char of text) {
    if (char === '\n') {
      inLine = 0
      indent = 0
      isAtStart = true
    } else if (isAtStart && (char === ' ' || char === '\t')) indent++
    else if (isAtStart && '>-+*'.includes(char)) inLine++
    else if (!(isAtStart && /[0-9.)]/.test(char))) isAtStart = false
    else if (char === '.' || char === ')') inLine++
    if (char === '[') depth++
    else if (char === ']') depth = Math.max(0, depth - 1)
    if ('*_~[`<!'.includes(char)) marks++
    if (inLine > maxNesting * 2 || indent > maxNesting * 8) return false
    if (depth > maxNesting || marks > maxMarks) return false
  }
  return true
}
