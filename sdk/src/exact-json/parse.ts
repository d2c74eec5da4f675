import { endOfString } from './end-of-string.ts'
import {
  type ArrayNode,
  decodeString,
  type JsonNode,
  type ObjectNode,
  type ScalarNode,
} from './nodes.ts'

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

/** Parsers disagree about which of two equal keys counts, so duplicates are rejected. */
export class DuplicateKey extends JsonError {
  readonly key: string

  constructor(key: string, text: string, offset: number) {
    super(`The key “${key.slice(0, 100)}” appears twice.`, text, offset)
    this.key = key
  }
}

/** Parses JSON without losing anything. Throws a `JsonError` with the position of the error. */
export function parseJson(text: string): JsonNode {
  return new Reader(text).document()
}

/** Keeps deep nesting from exhausting the stack; the server accepts 64 levels. */
const maxDepth = 200
const word = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON strings cannot contain them
const escapeOrControl = /[\\\0-\x1f]/

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  document(): JsonNode {
    const node = this.#value(0)
    if (this.#next() !== undefined) this.#fail('Unexpected text after the end.')
    return node
  }

  #value(depth: number): JsonNode {
    if (depth > maxDepth) this.#fail('This is nested too deeply.')
    const first = this.#next()
    if (first === '{') return this.#object(depth)
    if (first === '[') return this.#array(depth)
    if (first === '"') return { kind: 'string', source: this.#string() }
    return this.#word(first)
  }

  #object(depth: number): ObjectNode {
    const members = new Map<string, JsonNode>()
    const start = this.#at
    while (this.#hasEntry(members.size, '}')) {
      const at = this.#at
      if (this.#next() !== '"') this.#fail('A key in quotes is missing here.')
      const key = decodeString(this.#string())
      if (members.has(key)) throw new DuplicateKey(key, this.#text, at)
      if (this.#next() !== ':') this.#fail('A colon is missing here.')
      this.#at++
      members.set(key, this.#value(depth + 1))
    }
    return { kind: 'object', members, source: this.#text.slice(start, this.#at) }
  }

  #array(depth: number): ArrayNode {
    const items: JsonNode[] = []
    const start = this.#at
    while (this.#hasEntry(items.length, ']')) items.push(this.#value(depth + 1))
    return { kind: 'array', items, source: this.#text.slice(start, this.#at) }
  }

  /** Consumes the opening bracket or a comma before an entry, or the closing bracket. */
  #hasEntry(count: number, close: string): boolean {
    if (count === 0) this.#at++
    const next = this.#next()
    if (next === close) {
      this.#at++
      return false
    }
    if (count === 0) return true
    if (next !== ',') this.#fail(`A comma or ${close} is missing here.`)
    this.#at++
    this.#next()
    return true
  }

  /** The text of a string, including its quotes. */
  #string(): string {
    const source = this.#text.slice(this.#at, endOfString(this.#text, this.#at))
    if (!isValidString(source)) {
      this.#fail('This string is not closed, or contains an invalid character.')
    }
    this.#at += source.length
    return source
  }

  /** A number, true, false or null. */
  #word(first: string | undefined): ScalarNode {
    word.lastIndex = this.#at
    if (!word.test(this.#text)) {
      this.#fail(first === undefined ? 'The text ends too early.' : 'A value is missing here.')
    }
    const source = this.#text.slice(this.#at, word.lastIndex)
    this.#at = word.lastIndex
    const isBoolean = first === 't' || first === 'f'
    return { kind: isBoolean ? 'boolean' : first === 'n' ? 'null' : 'number', source }
  }

  /** Skips whitespace and returns the next character without consuming it. */
  #next(): string | undefined {
    const text = this.#text
    let code = text.charCodeAt(this.#at)
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      code = text.charCodeAt(++this.#at)
    }
    return text[this.#at]
  }

  #fail(message: string): never {
    throw new JsonError(message, this.#text, this.#at)
  }
}

/** Whether a text that starts with a quote is one closed JSON string. */
function isValidString(source: string): boolean {
  if (!escapeOrControl.test(source)) return source.length > 1 && source.endsWith('"')
  try {
    JSON.parse(source)
    return true
  } catch {
    return false
  }
}
