import type { ConsoleHome } from '../../lib/console-link.ts'
import { flavours, parseMarkdown, renderTokens } from '../markdown/parse-markdown.ts'
import { type Rendered, renderAsWritten } from './as-written.ts'
import { cleanText } from './clean-text.ts'
import { safeTokens } from './safe-tokens.ts'
import { sanitizeMarkup } from './sanitize-markup.ts'
import { tokensToText } from './tokens-to-text.ts'

/** Renders Markdown as HTML with a short list of allowed elements, and as readable plain text. */
export function renderMarkdown(source: string, home?: ConsoleHome): Rendered {
  return render(flavours.markdown, source, home)
}

/** Renders plain text, where only line breaks and links have a meaning. */
export function renderPlainText(source: string): Rendered {
  return render(flavours.plain, source)
}

function render(
  flavour: (typeof flavours)[keyof typeof flavours],
  source: string,
  home?: ConsoleHome,
): Rendered {
  const clean = cleanText(source)
  const parsed = parseMarkdown(flavour, clean)
  if (!parsed) return renderAsWritten(clean)
  const tokens = safeTokens(parsed, home)
  return { html: sanitizeMarkup(renderTokens(flavour, tokens)).trim(), text: tokensToText(tokens) }
}
