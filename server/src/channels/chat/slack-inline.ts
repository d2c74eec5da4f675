import { cutAtWord } from '../../lib/cut-text.ts'
import type { Token } from '../markdown/parse-markdown.ts'

/** A zero-width space. Slack treats it as a word boundary. */
const edge = '\u200b'
const longestUrl = 1000
const longestLabel = 100

const markers: Record<string, string> = { strong: '*', em: '_', s: '~' }

/** Slack reads commands between < and >, so text always escapes these characters. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Converts a line of Markdown to mrkdwn. Ignores bold in a heading, which is bold already. */
export function inlineText(tokens: Token[], isBold = false): string {
  const line = new Line()
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    const marker = markers[token.tag]
    if (marker && token.nesting !== 0) {
      if (isBold && marker === '*') continue
      if (token.nesting > 0) line.begin(marker)
      else line.end()
    } else if (token.type === 'link_open') {
      const label = labelAfter(tokens, at)
      line.add(link(token.attrGet('href'), plainText(label)))
      at += label.length + 1
    } else if (token.type === 'softbreak' || token.type === 'hardbreak') line.breakOff()
    else line.add(leaf(token))
  }
  return line.text()
}

/** Collects the text of a line and tracks which formatting is open at its end. */
class Line {
  readonly #parts: string[] = []
  readonly #open: string[] = []
  #wasEnded = false

  add(text: string): void {
    // "**bold**er": Slack ends bold text only at a word boundary.
    const needsEdge = this.#wasEnded && /^[\p{L}\p{N}]/u.test(text)
    if (text !== '') this.#push(needsEdge ? edge + text : text)
  }

  begin(marker: string): void {
    if (/[\p{L}\p{N}]$/u.test(this.#parts.at(-1)?.slice(-2) ?? '')) this.#push(edge)
    this.#open.push(marker)
    this.#push(marker)
  }

  end(): void {
    this.#push(this.#open.pop() ?? '')
    this.#wasEnded = true
  }

  /** Formatting cannot span lines in Slack, so this closes it and reopens it on the next line. */
  breakOff(): void {
    this.#push(`${this.#open.toReversed().join('')}\n${this.#open.join('')}`)
  }

  text(): string {
    return this.#parts.join('')
  }

  #push(part: string): void {
    this.#parts.push(part)
    this.#wasEnded = false
  }
}

function leaf(token: Token): string {
  if (token.type === 'image') return link(token.attrGet('src'), token.content)
  // Slack has no syntax for a backtick inside code.
  if (token.type === 'code_inline' && !token.content.includes('`')) {
    return `\`${escapeText(token.content)}\``
  }
  return escapeText(token.content)
}

function labelAfter(tokens: Token[], opening: number): Token[] {
  let end = opening + 1
  while (end < tokens.length && tokens[end]?.type !== 'link_close') end++
  return tokens.slice(opening + 1, end)
}

function plainText(tokens: Token[]): string {
  return tokens.map(({ type, content }) => (type.endsWith('break') ? ' ' : content)).join('')
}

/** A URL as written between < and >, where | would start the label. */
export function linkTarget(url: string): string {
  return escapeText(url.replace(/[<>|\s]/g, encodeURIComponent))
}

/**
 * Creates a link only for web and email URLs: `<!channel>` and `<@U1>` have the same syntax, so
 * everything else stays text. If the label names a different site, the target is shown as well.
 */
function link(attribute: string | number | null, label: string): string {
  const text = cutAtWord(label.replace(/\s+/g, ' ').trim(), longestLabel)
  const href = String(attribute ?? '')
  const url = URL.parse(href)
  const leadsOut = url && ['https:', 'http:', 'mailto:'].includes(url.protocol)
  if (!leadsOut) return escapeText(label)
  const target = linkTarget(url.href)
  if (target.length > longestUrl) return escapeText(label)
  if (text === '' || text === href) return `<${target}>`
  return misleads(text, url)
    ? `${escapeText(text)} (<${target}>)`
    : `<${target}|${escapeText(text)}>`
}

function misleads(label: string, url: URL): boolean {
  const named = /(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/u.exec(label)?.[0]
  return named !== undefined && named.toLowerCase() !== url.hostname
}
