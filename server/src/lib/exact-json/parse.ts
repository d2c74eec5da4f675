import { endOfString } from './end-of-string.ts'
import type { ArrayNode, JsonNode, ObjectNode, ScalarNode } from './nodes.ts'

/** Parsers disagree about which of two equal keys counts, so duplicates are rejected. */
export class DuplicateKey extends Error {
  constructor(name: string) {
    super(`the key ${JSON.stringify(name.slice(0, 100))} appears twice in one object`)
  }
}

/**
 * Parses JSON into nodes that remember their text. Only pass text that `JSON.parse` accepts and
 * whose depth is limited: this checks nothing but duplicate keys.
 */
export function parseExact(text: string): JsonNode {
  return new Reader(text).value()
}

const comma = 0x2c
const closing = new Set([comma, 0x5d, 0x7d, 0x20, 0x0a, 0x0d, 0x09])

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  value(): JsonNode {
    const first = this.#next()
    if (first === '{') return this.#object()
    if (first === '[') return this.#array()
    if (first === '"') return { kind: 'string', source: this.#string() }
    return this.#word(first === '-' || (first >= '0' && first <= '9') ? 'number' : 'literal')
  }

  #object(): ObjectNode {
    const start = this.#at++
    const members = new Map<string, JsonNode>()
    while (this.#next() !== '}') {
      if (this.#next() === ',') this.#at++
      this.#next()
      const name = decoded(this.#string())
      if (members.has(name)) throw new DuplicateKey(name)
      this.#next()
      this.#at++ // the colon
      members.set(name, this.value())
    }
    this.#at++
    return { kind: 'object', members, source: this.#text.slice(start, this.#at) }
  }

  #array(): ArrayNode {
    const start = this.#at++
    const items: JsonNode[] = []
    while (this.#next() !== ']') {
      if (this.#next() === ',') this.#at++
      items.push(this.value())
    }
    this.#at++
    return { kind: 'array', items, source: this.#text.slice(start, this.#at) }
  }

  /** The text of a string, including its quotes. */
  #string(): string {
    const start = this.#at
    this.#at = endOfString(this.#text, start)
    return this.#text.slice(start, this.#at)
  }

  /** A number, true, false or null: everything up to a character that can follow it. */
  #word(kind: 'number' | 'literal'): ScalarNode {
    const start = this.#at
    const end = this.#text.length
    while (this.#at < end && !closing.has(this.#text.charCodeAt(this.#at))) this.#at++
    return { kind, source: this.#text.slice(start, this.#at) }
  }

  /** Skips whitespace and returns the next character without consuming it. */
  #next(): string {
    const text = this.#text
    while (text.charCodeAt(this.#at) <= 0x20) this.#at++
    return text[this.#at] as string
  }
}

function decoded(source: string): string {
  return source.includes('\\') ? JSON.parse(source) : source.slice(1, -1)
}
