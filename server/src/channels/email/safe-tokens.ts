import { type ConsoleHome, consoleLink } from '../../lib/console-link.ts'
import { createToken, type Token } from '../markdown/parse-markdown.ts'
import { isWholeLink } from './sanitize-markup.ts'

/**
 * Converts parsed Markdown to what an email may contain: absolute links only, links instead of
 * images, headings below the email's own, and cells without styles.
 */
export function safeTokens(tokens: Token[], home: ConsoleHome | undefined): Token[] {
  lowerHeadings(tokens.filter(({ tag }) => /^h\d$/.test(tag)))
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'th_open' || token.type === 'td_open') alignByAttribute(token)
    if (token.type === 'fence') token.info = ''
    if (token.type !== 'inline' || !token.children) continue
    token.children = safeInline(token.children, home)
    if (tokens[index - 2]?.type === 'list_item_open') showTickBox(token.children)
  }
  return tokens
}

/** The email's title is its h1, so the highest heading of the body, often ##, becomes an h2. */
function lowerHeadings(headings: Token[]): void {
  const levels = headings.map(({ tag }) => Number(tag[1]))
  const down = 2 - levels.reduce((least, level) => Math.min(least, level), 6)
  for (const [index, heading] of headings.entries()) {
    heading.tag = `h${Math.min(6, (levels[index] as number) + down)}`
  }
}

function alignByAttribute(token: Token): void {
  const side = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style')))?.[1]
  token.attrs = side ? [['align', side]] : null
}

/** Agents write "- [ ] to do" and "- [x] done" as on GitHub. */
function showTickBox([first]: Token[]): void {
  if (first?.type !== 'text') return
  first.content = first.content.replace(/^\[([ xX])\](?=\s)/, (_all, mark: string) =>
    mark === ' ' ? '☐' : '☑',
  )
}

function safeInline(children: Token[], home: ConsoleHome | undefined): Token[] {
  const safe: Token[] = []
  // Links do not nest, so two flags are enough: whether we are in a link, and whether it is kept.
  let inLink = false
  let keepsLink = false
  for (const child of children) {
    if (child.type === 'link_open') {
      const href = wholeLink(String(child.attrGet('href') ?? ''), home)
      inLink = true
      keepsLink = href !== null
      if (href !== null) child.attrs = [['href', href]]
    }
    if (child.type === 'image') {
      const href = wholeLink(String(child.attrGet('src') ?? ''), home)
      safe.push(...imageAsLink(child, inLink ? null : href))
    } else if (keepsLink || !/^link_(open|close)$/.test(child.type)) {
      safe.push(child)
    }
    if (child.type === 'link_close') inLink = keepsLink = false
  }
  return safe
}

function imageAsLink(image: Token, href: string | null): Token[] {
  const text = createToken('text', '', 0)
  text.content = readText(image.children ?? []).trim() || 'Image'
  if (href === null) return [text]
  const open = createToken('link_open', 'a', 1)
  open.attrs = [['href', href]]
  return [open, text, createToken('link_close', 'a', -1)]
}

function readText(tokens: Token[]): string {
  return tokens.map((token) => readText(token.children ?? []) || token.content).join('')
}

/** A path leads to our own console. Other relative links lead nowhere from an email. */
function wholeLink(href: string, home: ConsoleHome | undefined): string | null {
  const isWhole = isWholeLink(href)
  const url = home && (isWhole || href.startsWith('/')) ? URL.parse(href, home.publicUrl) : null
  const isOurs = home && url?.origin === new URL(home.publicUrl).origin
  if (isOurs) return consoleLink(url, home)
  return isWhole ? href : null
}
