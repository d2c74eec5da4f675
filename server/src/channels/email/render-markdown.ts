import MarkdownIt, { type MarkdownIt as Parser, type Token } from 'markdown-it'
import type { ConsoleHome } from '../../lib/console-link.ts'
import { cleanText, escapeHtml } from './clean-text.ts'
import { safeTokens } from './safe-tokens.ts'
import { sanitizeMarkup } from './sanitize-markup.ts'
import { tokensToText } from './tokens-to-text.ts'

export interface Rendered {
  html: string
  text: string
}

/** Lists and quotes within each other. The parser drops what lies deeper, so we stop before it. */
const maxNesting = 20
/** A large report has a few thousand; empty table cells alone could make hundreds of thousands. */
const maxTokens = 20_000

const markdown = withMailLinks(
  new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting }),
)
/** Knows only paragraphs, line breaks and addresses: for text that is no Markdown. */
const plain = withMailLinks(
  new MarkdownIt('zero', { linkify: true, breaks: true }).enable(['newline', 'linkify']),
)

/** Markdown as HTML from a short list of elements, and as text that reads well by itself. */
export function renderMarkdown(source: string, home?: ConsoleHome): Rendered {
  const clean = cleanText(source)
  const tokens = markdown.parse(clean, {})
  return isReasonable(tokens) ? render(markdown, tokens, home) : renderAsWritten(clean)
}

/** Plain text: nothing in it has a meaning but line breaks and addresses. */
export function renderPlainText(source: string): Rendered {
  const clean = cleanText(source)
  const tokens = plain.parse(clean, {})
  return isReasonable(tokens) ? render(plain, tokens, undefined) : renderAsWritten(clean)
}

function render(parser: Parser, parsed: Token[], home: ConsoleHome | undefined): Rendered {
  const tokens = safeTokens(parsed, home)
  const html = parser.renderer.render(tokens, parser.options, {})
  return { html: sanitizeMarkup(html).trim(), text: tokensToText(tokens) }
}

/** What is nested too deeply or has too many parts to be a letter is shown as it was written. */
export function renderAsWritten(source: string): Rendered {
  const text = cleanText(source).trim()
  return { html: `<p>${escapeHtml(text).replaceAll('\n', '<br />')}</p>`, text }
}

function isReasonable(tokens: Token[]): boolean {
  let count = 0
  for (const token of tokens) {
    count += 1 + (token.children?.length ?? 0)
    if (count > maxTokens || (token.nesting === 1 && token.level >= maxNesting - 1)) return false
  }
  return true
}

function withMailLinks(parser: Parser): Parser {
  // Without a scheme too much looks like an address: "README.md" is a name in Moldova.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: true }).add('//', null).add('ftp:', null)
  // Refused here, the source stays visible as it was written. Links without a scheme pass for now.
  parser.validateLink = (url) => {
    const scheme = /^\s*([^/?#]*?):/.exec(url)?.[1]
    return scheme === undefined || /^(https?|mailto)$/i.test(scheme)
  }
  return parser
}
