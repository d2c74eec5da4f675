import { cleanText, escapeHtml } from './clean-text.ts'

export interface Rendered {
  html: string
  text: string
}

/** Shows Markdown as it was written. */
export function renderAsWritten(source: string): Rendered {
  const text = cleanText(source).trim()
  return { html: `<p>${escapeHtml(text).replaceAll('\n', '<br />')}</p>`, text }
}
