import { misused } from '../errors.ts'

/** A step of a query. Each gets the value of the one before. */
export type Step =
  | { kind: 'field'; name: string }
  | { kind: 'index'; at: number }
  | { kind: 'each' }
  | { kind: 'filter'; path: Step[]; is: string; value: unknown }
  | { kind: 'list'; items: Step[][] }
  | { kind: 'object'; members: [string, Step[]][] }
  | { kind: 'pipe' }

const token =
  /\s*(\[\?|\[\]|==|!=|<=|>=|"(?:[^"\\]|\\.)*"|'[^']*'|`[^`]*`|-?\d+(?:\.\d+)?|[A-Za-z_][\w-]*|[.[\]{}|:,*@<>])/y

/** Parses the common part of JMESPath: fields, indexes, projections, filters, lists and objects. */
export function parseQuery(text: string): Step[] {
  if (text.trim() === '') throw misused('--query: the query is empty.')
  const tokens = tokensOf(text)
  const parser = new Parser(text, tokens)
  const steps = parser.path()
  if (!parser.isAtEnd) throw parser.mistake()
  return steps
}

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  token.lastIndex = 0
  while (text.slice(token.lastIndex).trim() !== '') {
    const from = token.lastIndex
    const found = token.exec(text)?.[1]
    if (found === undefined) {
      if (text.slice(from).trimStart().startsWith('(')) {
        throw misused('--query: functions are not supported. Use --json, and a program such as jq.')
      }
      throw misused(`--query: cannot read "${text.slice(from, from + 20).trim()}".`)
    }
    tokens.push(found)
  }
  return tokens
}

class Parser {
  readonly #text: string
  readonly #tokens: string[]
  #at = 0

  constructor(text: string, tokens: string[]) {
    this.#text = text
    this.#tokens = tokens
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length
  }

  path(): Step[] {
    const steps: Step[] = []
    for (let isFirst = true; ; isFirst = false) {
      const next = this.#tokens[this.#at]
      if (next === '[' || next === '[]' || next === '[?') steps.push(this.#bracket(isFirst))
      else if (next === '|') {
        this.#at++
        steps.push({ kind: 'pipe' }, ...this.path())
        return steps
      } else if (next === '.' && !isFirst) {
        this.#at++
        steps.push(this.#name())
      } else if (isFirst && next !== undefined) steps.push(...this.#first())
      else return steps
    }
  }

  mistake() {
    const next = this.#tokens[this.#at]
    const where = next === undefined ? 'at its end' : `at "${next}"`
    return misused(`--query: "${this.#text}" is not valid ${where}.`)
  }

  #first(): Step[] {
    if (this.#tokens[this.#at] !== '@') return [this.#name()]
    this.#at++
    return []
  }

  #name(): Step {
    const next = this.#take()
    if (next === '{') return this.#object()
    if (next === '[') return this.#list()
    if (next === '*') return { kind: 'each' }
    if (next.startsWith('"')) return { kind: 'field', name: JSON.parse(next) }
    if (/^[A-Za-z_]/.test(next)) return { kind: 'field', name: next }
    this.#at--
    throw this.mistake()
  }

  #bracket(isFirst: boolean): Step {
    const open = this.#take()
    if (open === '[]') return { kind: 'each' }
    if (open === '[?') return this.#filter()
    const next = this.#tokens[this.#at] ?? ''
    if (next === '*') {
      this.#at++
      this.#expect(']')
      return { kind: 'each' }
    }
    if (/^-?\d+$/.test(next)) {
      this.#at++
      this.#expect(']')
      return { kind: 'index', at: Number(next) }
    }
    if (isFirst) return this.#list()
    throw this.mistake()
  }

  #filter(): Step {
    const path = this.path()
    const is = this.#take()
    if (!['==', '!=', '<', '>', '<=', '>='].includes(is)) throw this.mistake()
    const value = literal(this.#take())
    this.#expect(']')
    return { kind: 'filter', path, is, value }
  }

  #list(): Step {
    const items: Step[][] = []
    do items.push(this.path())
    while (this.#skip(','))
    this.#expect(']')
    return { kind: 'list', items }
  }

  #object(): Step {
    const members: [string, Step[]][] = []
    do {
      const name = this.#name()
      if (name.kind !== 'field') throw this.mistake()
      this.#expect(':')
      members.push([name.name, this.path()])
    } while (this.#skip(','))
    this.#expect('}')
    return { kind: 'object', members }
  }

  #take(): string {
    const next = this.#tokens[this.#at]
    if (next === undefined) throw this.mistake()
    this.#at++
    return next
  }

  #skip(wanted: string): boolean {
    if (this.#tokens[this.#at] !== wanted) return false
    this.#at++
    return true
  }

  #expect(wanted: string): void {
    if (!this.#skip(wanted)) throw this.mistake()
  }
}

/** JMESPath puts literals in backticks; here they are optional. */
function jsonLiteral(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw misused(`--query: \`${text}\` is not JSON.`)
  }
}

function literal(text: string): unknown {
  if (text.startsWith("'")) return text.slice(1, -1)
  if (text.startsWith('`')) return jsonLiteral(text.slice(1, -1))
  if (text.startsWith('"') || /^-?\d/.test(text)) return JSON.parse(text)
  const words: Record<string, unknown> = { true: true, false: false, null: null }
  if (Object.hasOwn(words, text)) return words[text]
  throw misused(`--query: put the text ${text} in single quotes.`)
}
