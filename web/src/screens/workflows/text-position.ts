/** A position in a JSON text, to take a person there. */
export interface TextPosition {
  offset: number
  line: number
}

/** The position of `definition.steps.2.body`, or of its nearest ancestor if it does not exist. */
export function findPlace(text: string, path: string): TextPosition {
  const wanted = path.split('.').filter((part) => part !== '')
  if (wanted[0] === 'definition') wanted.shift()
  const { found } = walk(text, skip(text, 0), wanted)
  return { offset: found, line: findLine(text, found) }
}

function findLine(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/** The syntax error in an invalid JSON text, and its position. */
export function jsonMistake(text: string): { message: string; place: TextPosition } | undefined {
  try {
    const value = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return undefined
    return { message: 'A definition is an object: {"title": …, "steps": […]}', place: atStart }
  } catch (error) {
    const message = (error as Error).message
    const position = /position (\d+)/.exec(message)?.[1]
    const isCut = /end of (JSON )?(input|data)/i.test(message)
    const offset = position ? Number(position) : isCut ? text.length : 0
    const words = message.replace(/ in JSON at position.*$| \(line.*$/, '')
    return { message: words, place: { offset, line: findLine(text, offset) } }
  }
}

const atStart = { offset: 0, line: 1 }

interface ParsedValue {
  /** The offset after the value. */
  end: number
  /** The offset of the wanted value, or of its nearest ancestor. */
  found: number
}

/** Walks the value that starts here. The text must be valid JSON. */
function walk(text: string, start: number, wanted: string[]): ParsedValue {
  const opening = text[start]
  if (opening !== '{' && opening !== '[') return { end: endOfPlain(text, start), found: start }
  let at = skip(text, start + 1)
  let found = start
  for (let index = 0; at < text.length && text[at] !== '}' && text[at] !== ']'; index++) {
    let name = String(index)
    const begin = at
    if (opening === '{') {
      const end = endOfPlain(text, at)
      name = JSON.parse(text.slice(at, end))
      at = skip(text, skip(text, end) + 1)
    }
    const isWanted = name === wanted[0]
    const inside = walk(text, at, isWanted ? wanted.slice(1) : [])
    if (isWanted) found = wanted.length > 1 && inside.found !== at ? inside.found : begin
    at = skip(text, inside.end)
    if (text[at] === ',') at = skip(text, at + 1)
  }
  return { end: at + 1, found }
}

/** The offset after a string, a number or a literal. */
function endOfPlain(text: string, start: number): number {
  const pattern = /"(?:[^"\\]|\\.)*"|[^\s,\]}:]+/y
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : start + 1
}

function skip(text: string, from: number): number {
  let at = from
  while (at < text.length && /\s/.test(text[at] as string)) at++
  return at
}
