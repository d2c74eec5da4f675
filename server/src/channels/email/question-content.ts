import { cutAtWord } from '../../lib/cut-text.ts'
import type { OutgoingQuestion } from '../channel.ts'
import type { Rendered } from './as-written.ts'
import { escapeHtml, oneLine } from './clean-text.ts'
import { renderMarkdown } from './render-markdown.ts'
import { styleBody } from './style-body.ts'

/** The answer page shows the whole draft. */
const maxDraftLength = 4000
const maxShownFields = 30

/** What a person has to see before they answer, unless the buttons show it. */
export function questionContent(question: OutgoingQuestion): Rendered | undefined {
  const content = renderContent(question)
  return content && { html: styleBody(content.html, content.text), text: content.text }
}

function renderContent({ kind, options, draft, fields }: OutgoingQuestion): Rendered | undefined {
  if (kind === 'multi_choice' || kind === 'rank') {
    const labels = options.map(({ label }) => oneLine(label, 200))
    const text = labels.map((label, index) => `${index + 1}. ${label}`).join('\n')
    return { html: `<ol>${items(labels)}</ol>`, text }
  }
  if (kind === 'edit' && draft) {
    const { html, text } = renderMarkdown(cutAtWord(draft, maxDraftLength))
    const quoted = text.split('\n').map((line) => `> ${line}`.trimEnd())
    return { html: `<blockquote>${html}</blockquote>`, text: quoted.join('\n') }
  }
  if (kind === 'form') {
    const titles = listTitles(fields).map((title) => oneLine(title, 200))
    const text = ['It asks for:', ...titles.map((title) => `- ${title}`)].join('\n')
    return { html: `<p>It asks for:</p><ul>${items(titles)}</ul>`, text }
  }
  return undefined
}

function items(texts: readonly string[]): string {
  return texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')
}

function listTitles(fields: OutgoingQuestion['fields']): string[] {
  const { properties = {} } = (fields ?? {}) as { properties?: Record<string, { title?: string }> }
  const titles = Object.entries(properties).map(([name, { title }]) => title ?? name)
  const more = titles.length - maxShownFields
  return more > 0 ? [...titles.slice(0, maxShownFields), `and ${more} more`] : titles
}

/** How to answer by a reply, as `textAnswer` of the doors reads it. */
export function replyHint({ kind }: OutgoingQuestion): string | undefined {
  const words = replies[kind]
  return words && `Or reply to this email with ${words}.`
}

const replies: Partial<Record<OutgoingQuestion['kind'], string>> = {
  approval: '“yes” or “no”',
  edit: '“yes” or “no” to the text as it is',
  text: 'your answer',
  choice: 'your choice',
  multi_choice: 'the numbers of your choices, such as “1, 2”',
  rank: 'the numbers in your order, such as “2, 1, 3”',
}
