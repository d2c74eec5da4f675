import sanitizeHtml from 'sanitize-html'
import { cleanText } from './clean-text.ts'

const linkRel = 'noopener noreferrer'

/**
 * The second line of defence after Markdown without HTML: even if the first one fails, only these
 * elements and attributes remain. Nothing can load, run or carry a style.
 */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'ul', 'ol', 'li'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
    ...['a', 'strong', 'em', 's', 'code'],
  ],
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    ol: ['start'],
    th: ['align'],
    td: ['align'],
  },
  allowedClasses: {},
  allowedStyles: {},
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  // Emphasis can nest without limit, and clients cannot handle trees thousands of levels deep.
  nestingLimit: 60,
  transformTags: {
    a: (_tag, { href }): sanitizeHtml.Tag =>
      href && isWholeLink(href)
        ? { tagName: 'a', attribs: { href, target: '_blank', rel: linkRel } }
        : { tagName: 'a', attribs: {} },
    ol: (_tag, { start }): sanitizeHtml.Tag => ({
      tagName: 'ol',
      attribs: start && /^\d{1,9}$/.test(start) ? { start } : {},
    }),
    th: cell,
    td: cell,
  },
}

function cell(tagName: string, { align }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  return { tagName, attribs: align && /^(left|center|right)$/.test(align) ? { align } : {} }
}

export function sanitizeMarkup(html: string): string {
  return cleanText(sanitizeHtml(html, allowed))
}

/** Whether a link is absolute and uses one of the three schemes that emails may contain. */
export function isWholeLink(href: string): boolean {
  return /^(https?:\/\/[^/]|mailto:[^/])/i.test(href) && URL.canParse(href)
}
