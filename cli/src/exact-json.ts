/**
 * JSON as text, cut and indented without being parsed into numbers: a project may hold 1.10 or an id
 * of twenty digits, and what is shown, edited and sent must be those.
 */

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g

/** The same document, indented. */
export function indented(text: string): string {
  let depth = 0
  let out = ''
  let before = ''
  for (const [part] of text.matchAll(token)) {
    const isEnd = part === '}' || part === ']'
    if (isEnd) depth--
    const wasOpened = before === '{' || before === '['
    if (before === ',' || (isEnd ? !wasOpened : wasOpened)) out += `\n${'  '.repeat(depth)}`
    out += part === ':' ? ': ' : part
    if (part === '{' || part === '[') depth++
    before = part
  }
  return out
}

/** The same document on one line. */
export function onOneLine(text: string): string {
  return [...text.matchAll(token)].map(([part]) => part).join('')
}

/** Each member of an object with the text of its value; undefined when the text is no object. */
export function membersOf(text: string): Map<string, string> | undefined {
  const parts = [...text.matchAll(token)].map(([part]) => part)
  if (parts[0] !== '{') return undefined
  const members = new Map<string, string>()
  let depth = 0
  let name: string | undefined
  let value = ''
  for (const part of parts) {
    const isEnd = part === '}' || part === ']'
    if (isEnd) depth--
    if (depth === 1 && part === ':' && value === '') continue
    if ((depth === 1 && part === ',') || depth === 0) {
      if (name !== undefined) members.set(name, value)
      name = undefined
      value = ''
    } else if (name === undefined) name = JSON.parse(part) as string
    else value += part
    if (part === '{' || part === '[') depth++
  }
  return members
}

export function objectOf(members: Iterable<[string, string]>): string {
  const parts = [...members].map(([name, value]) => `${JSON.stringify(name)}:${value}`)
  return `{${parts.join(',')}}`
}
