import MarkdownIt, { type MarkdownIt as Parser, type Token } from 'markdown-it'

export type { Token }

// This takes 250 ms to load, so its callers import it on demand, with the first email.

/** Nested lists and quotes. The parser drops deeper content, so we stop before that. */
const maxNesting = 20
/**
 * A large report has a few thousand tokens; empty table cells alone could add hundreds of
 * thousands.
 */
const maxTokens = 20_000
/**
 * Line breaks and characters with a meaning determine how long parsing takes, and most of them
 * become a token.
 */
const maxMarks = maxTokens

export const flavours = {
  markdown: withMailLinks(new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting })),
  /** Supports only paragraphs, line breaks and links, for plain text. */
  plain: withMailLinks(
    new MarkdownIt('zero', { linkify: true, breaks: true }).enable(['newline', 'linkify']),
  ),
  slack: withWebLinks(new MarkdownIt({ linkify: true, maxNesting })),
}

/** Undefined if nobody could have written the text by hand: it is nested too deeply or has too many marks. */
export function parseMarkdown(parser: Parser, source: string): Token[] | undefined {
  if (hasTooManyMarks(source)) return undefined
  const tokens = parser.parse(source, {})
  return isReasonable(tokens) ? tokens : undefined
}

export function renderTokens(parser: Parser, tokens: Token[]): string {
  return parser.renderer.render(tokens, parser.options, {})
}

export function createToken(type: string, tag: string, nesting: Token['nesting']): Token {
  return new MarkdownIt.Token(type, tag, nesting)
}

const marks = new Set([...'\n\\*_~`[]<>!|@&:#'].map((mark) => mark.charCodeAt(0)))

function hasTooManyMarks(source: string): boolean {
  let count = 0
  for (let at = 0; at < source.length && count <= maxMarks; at++) {
    if (marks.has(source.charCodeAt(at))) count++
  }
  return count > maxMarks
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

/** Bare URLs become links only with a scheme: "report.md" is a file, not a site in Moldova. */
function withWebLinks(parser: Parser): Parser {
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
  return parser
}
