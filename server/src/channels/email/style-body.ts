import { findDirection } from './clean-text.ts'
import { bodyStyles, styles } from './mail-style.ts'

/**
 * Adds inline styles to a rendered body, which has none. Sanitized HTML is safe to parse this way:
 * every "<" and ">" in texts and attributes is escaped.
 */
export function styleBody(html: string, text: string, spaceAbove = 16): string {
  const direction = findDirection(text)
  const looks = bodyStyles(direction === 'rtl' ? 'right' : 'left')
  const parts = html.split(/(<[^<>]*>)/)
  const open: string[] = []
  let paragraph = 0
  for (const [index, part] of parts.entries()) {
    const [, slash, tag = '', rest = ''] = /^<(\/?)([a-z0-9]+)(?![a-z0-9])(.*)>$/s.exec(part) ?? []
    if (tag === '') continue
    if (slash) {
      open.pop()
      if (tag === 'table') parts[index] += '</div>'
      if (tag === 'blockquote') closeUp(parts, paragraph, index)
      continue
    }
    if (tag === 'p') paragraph = index
    parts[index] = styled(tag, rest, looks[chooseStyle(tag, open)] ?? '')
    if (!/^[bh]r$/.test(tag)) open.push(tag)
  }
  return `<div class="at-body" dir="${direction}" style="padding-top:${spaceAbove}px;${styles.content}">
${parts.join('')}
</div>`
}

/** Nested lists and code inside a code block have their own styles. */
function chooseStyle(tag: string, open: string[]): string {
  if (/^[uo]l$/.test(tag) && open.includes('li')) return `${tag} within`
  return tag === 'code' && open.at(-1) === 'pre' ? 'code within' : tag
}

function styled(tag: string, rest: string, look: string): string {
  const aligned = /^t[hd]$/.test(tag) && /align="(\w+)"/.exec(rest)?.[1]
  const style = aligned ? `${look};text-align:${aligned}` : look
  const before = tag === 'table' ? '<div style="overflow-x:auto;margin:0 0 16px">' : ''
  const direction = tag === 'pre' ? ' dir="ltr"' : ownDirection.test(tag) ? ' dir="auto"' : ''
  return `${before}<${tag}${rest.replace(/(?<!\s)\s*\/$/, '')}${direction}${style && ` style="${style}"`}>`
}

/** Elements whose direction follows their own text. */
const ownDirection = /^(p|h[2-6]|ul|ol|table)$/

/** The last paragraph of a quote has no bottom margin. */
function closeUp(parts: string[], paragraph: number, end: number): void {
  const isLast = parts[end - 2] === '</p>' && parts[end - 1]?.trim() === ''
  if (isLast) parts[paragraph] = (parts[paragraph] as string).replace('0 0 16px', '0')
}
