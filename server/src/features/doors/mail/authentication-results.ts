export interface AuthenticationResults {
  /** The server that checked. */
  server: string
  results: MethodResult[]
}

export interface MethodResult {
  method: string
  result: string
  /** Such as `header.d`. Names are lower case; values are as the server wrote them. */
  properties: Record<string, string>
}

const maxLength = 10_000

/**
 * Reads the value of an `Authentication-Results` header by the grammar of RFC 8601. Undefined if
 * anything deviates from it: the sender writes some of the values, such as the local part of an
 * address in quotes, and a lenient reader could take them for results.
 */
export function parseAuthenticationResults(text: string): AuthenticationResults | undefined {
  const tokens = text.length > maxLength ? undefined : readTokens(text)
  if (!tokens) return undefined
  const [head = [], ...parts] = splitTokens(tokens, ';')
  const [server, version, ...more] = head.map(({ text }) => text)
  if (server === undefined || server === '' || more.length > 0) return undefined
  if (version !== undefined && !/^\d+$/.test(version)) return undefined
  const isNone = parts.length === 1 && parts[0]?.length === 1 && isWord(parts[0][0], /^none$/i)
  const results = isNone ? [] : parts.map(readResult)
  if (!results.every((one) => one !== undefined)) return undefined
  const methods = results.map(({ method }) => method)
  return new Set(methods).size === methods.length ? { server, results } : undefined
}

interface Token {
  text: string
  isQuoted: boolean
}

/** `method[/version]=result [reason=…] ptype.property=value …` */
function readResult(tokens: Token[]): MethodResult | undefined {
  const [first, ...rest] = readPairs(tokens) ?? []
  const [, method] = /^([a-z][a-z0-9-]*)(?:\/\d+)?$/.exec(first?.name ?? '') ?? []
  if (!first || method === undefined || !isWord(first.value, /^[a-z]+$/i)) return undefined
  const properties: Record<string, string> = {}
  for (const [index, { name, value }] of rest.entries()) {
    if (name === 'reason' && index === 0) continue
    if (!/^[a-z0-9-]+\.[a-z0-9_-]+$/.test(name) || Object.hasOwn(properties, name)) return undefined
    properties[name] = value.text
  }
  return { method, result: first.value.text.toLowerCase(), properties }
}

interface Pair {
  name: string
  value: Token
}

function readPairs(tokens: Token[]): Pair[] | undefined {
  const pairs: Pair[] = []
  for (let at = 0; at < tokens.length; at += 3) {
    const [name, equals, value] = tokens.slice(at, at + 3)
    if (!name || name.isQuoted || !isWord(equals, /^=$/) || !value) return undefined
    pairs.push({ name: name.text.toLowerCase(), value })
  }
  return pairs
}

function isWord(token: Token | undefined, pattern: RegExp): boolean {
  return token !== undefined && !token.isQuoted && pattern.test(token.text)
}

function splitTokens(tokens: Token[], separator: string): Token[][] {
  const parts: Token[][] = [[]]
  for (const token of tokens) {
    if (!token.isQuoted && token.text === separator) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}

const pieces = new RegExp(
  [
    /(?<space>\s+)/,
    /(?<quoted>"(?:[^"\\]|\\.)*")(?<domain>@[\w.-]*)?/,
    /(?<separator>[;=])/,
    /(?<word>[^\s;="()\\]+)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'sy',
)

/** Words, quoted strings, `;` and `=`. Undefined for text that is none of these. */
function readTokens(text: string): Token[] | undefined {
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    if (text[at] === '(') {
      at = endOfComment(text, at)
      if (at > text.length) return undefined
      continue
    }
    pieces.lastIndex = at
    const { groups = {} } = pieces.exec(text) ?? {}
    const { space, quoted, domain = '', separator, word } = groups
    if (quoted !== undefined) tokens.push({ text: unquote(quoted) + domain, isQuoted: true })
    else if (separator ?? word)
      tokens.push({ text: (separator ?? word) as string, isQuoted: false })
    else if (space === undefined) return undefined
    at = pieces.lastIndex
  }
  return tokens
}

function unquote(text: string): string {
  return text.slice(1, -1).replaceAll(/\\(.)/gs, '$1')
}

/** The index after a comment, which may contain comments; past the end if it is not closed. */
function endOfComment(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '(') depth++
    else if (text[at] === ')') depth--
    if (depth === 0) return at + 1
  }
  return text.length + 1
}
