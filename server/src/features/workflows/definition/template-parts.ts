/** A part of a string: literal text, or an expression between `${` and `}`. */
export type TemplatePart = { text: string } | { expression: string }

/** Each search for an end may scan the whole text; this many are enough to report any mistake. */
const maxUnended = 20

/**
 * Splits a string into its parts; `$${` escapes `${`. An unterminated expression is literal text.
 */
export function parts(template: string): TemplatePart[] {
  if (!template.includes('${')) return [{ text: template }]
  const found: TemplatePart[] = []
  let text = ''
  let unended = 0
  for (let at = 0; at < template.length; ) {
    const begins = unended < maxUnended && template.startsWith('${', at)
    const end = begins ? findEnd(template, at + 2) : -1
    if (begins && end < 0) unended++
    if (template.startsWith('$${', at)) {
      text += '${'
      at += 3
    } else if (end < 0) {
      text += template[at]
      at++
    } else {
      if (text !== '') found.push({ text })
      text = ''
      found.push({ expression: template.slice(at + 2, end) })
      at = end + 1
    }
  }
  if (text !== '' || found.length === 0) found.push({ text })
  return found
}

/**
 * The end of the expression that starts here, skipping nested braces and quotes; -1 if there is
 * none.
 */
function findEnd(template: string, start: number): number {
  let depth = 0
  for (let at = start; at < template.length; at++) {
    const char = template[at] as string
    if (char === '"' || char === "'") {
      at = closingQuote(template, at, char)
      if (at < 0) return -1
    } else if (char === '{') depth++
    else if (char === '}' && depth-- === 0) return at
  }
  return -1
}

function closingQuote(template: string, start: number, quote: string): number {
  for (let at = start + 1; at < template.length; at++) {
    if (template[at] === '\\') at++
    else if (template[at] === quote) return at
  }
  return -1
}
