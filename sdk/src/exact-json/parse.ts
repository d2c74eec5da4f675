import type { JsonMember, JsonNode } from './nodes.ts'

/** Invalid JSON: what is wrong and where. */
export class JsonError extends Error {
  readonly line: number
  readonly column: number
  readonly offset: number

  constructor(message: string, text: string, offset: number) {
    super(message)
    const before = text.slice(0, offset)
    this.line = before.split('\n').length
    this.column = offset - before.lastIndexOf('\n')
    this.offset = offset
  }
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has none of them in its strings
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const word = /true|false|null/y
const space = /[ \t\n\r]*/y
/** Keeps deep nesting from exhausting the stack; the server accepts 64 levels. */
const deepest = 200

/** Parses JSON without losing digits; throws a JsonError with the position of the error. */
export function parseJson(text: string): JsonNode {
  let at = 0
  const fail = (message: string, offset = at): never => {
    throw new JsonError(message, text, offset)
  }
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  const skip = () => take(space)
  const expect = (char: string, message: string) => {
    skip()
    if (text[at] !== char) fail(message)
    at++
  }

  const value = (depth: number): JsonNode => {
    skip()
    if (depth > deepest) fail('This is nested too deeply.')
    const first = text[at]
    if (first === '{') return object(depth)
    if (first === '[') return array(depth)
    if (first === '"') return { kind: 'string', value: quoted() }
    const digits = take(number)
    if (digits !== undefined) return { kind: 'number', digits }
    const literal = take(word)
    if (literal === 'null') return { kind: 'null' }
    if (literal !== undefined) return { kind: 'boolean', value: literal === 'true' }
    return fail(first === undefined ? 'The text ends too early.' : 'A value is missing here.')
  }
  const quoted = (): string => {
    const source = take(string)
    if (source === undefined)
      return fail('This string is not closed, or contains an invalid character.')
    return JSON.parse(source) as string
  }
  const object = (depth: number): JsonNode => {
    const members: JsonMember[] = []
    const known = new Set<string>()
    list('}', 'A comma or } is missing here.', () => {
      const start = at
      if (text[at] !== '"') fail('A key in quotes is missing here.')
      const key = quoted()
      if (known.has(key)) fail(`The key “${key}” appears twice.`, start)
      known.add(key)
      expect(':', 'A colon is missing here.')
      members.push([key, value(depth + 1)])
    })
    return { kind: 'object', members }
  }
  const array = (depth: number): JsonNode => {
    const items: JsonNode[] = []
    list(']', 'A comma or ] is missing here.', () => items.push(value(depth + 1)))
    return { kind: 'array', items }
  }
  const list = (end: string, message: string, entry: () => void) => {
    at++
    skip()
    if (text[at] === end) return void at++
    for (;;) {
      skip()
      entry()
      skip()
      if (text[at] === end) return void at++
      expect(',', message)
    }
  }

  const node = value(0)
  skip()
  if (at < text.length) fail('Unexpected text after the end.')
  return node
}
