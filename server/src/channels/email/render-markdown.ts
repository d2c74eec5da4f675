import MarkdownIt, { type MarkdownIt as Parser, type Token } from 'markdown-it'
import type { ConsoleHome } from '../../lib/console-link.ts'
import { cleanText, escapeHtml } from './clean-text.ts'
import { safeTokens } from './safe-tokens.ts'
import { sanitizeMarkup } from './sanitize-markup.ts'
import { tokensToText } from './tokens-to-text.ts'

// This takes 250 ms to load, so its callers import it on demand, with the first email.

export interface Rendered {
  html: string
  text: string
}

/** Nested lists and quotes. The parser drops deeper content, so we stop before that. */
const maxNesting = 20
/**
 * A large report has a few thousand tokens; empty table cells alone could add hundreds of
 * thousands.
 */
const maxTokens = 20_000

const markdown = withMailLinks(
  new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting }),
)
/** Supports only paragraphs, line breaks and links, for plain text. */
const plain = withMailLinks(
  new MarkdownIt('zero', { linkify: true, breaks: true }).enable(['newline', 'linkify']),
)

/** Renders Markdown as HTML with a short list of allowed elements, and as readable plain text. */
export function renderMarkdown(source: string, home?: ConsoleHome): Rendered {
  const clean = cleanText(source)
  const tokens = markdown.parse(clean, {})
  return isReasonable(tokens) ? render(markdown, tokens, home) : renderAsWritten(clean)
}

/** Renders plain text, where only line breaks and links have a meaning. */
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

/** Shows the source unrendered if it is nested too deeply or has too many tokens. */
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
  // Without a scheme, too much looks like a URL: "README.md" is a domain in Moldova.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: true }).add('//', null).add('ftp:', null)
  // A link rejected here stays visible as source text. Links without a scheme pass for now.
  parser.validateLink = (url) => {
    const scheme = /^\s*(?!\s)([^/?#:]*):/.exec(url)?.[1]
    return scheme === undefined || /^(https?|mailto)$/i.test(scheme)
  }
  return parser
}
