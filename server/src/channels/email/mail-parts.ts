import type { OutgoingMessage, OutgoingQuestion } from '../channel.ts'
import { type Rendered, renderAsWritten } from './as-written.ts'
import { escapeHtml, oneLine } from './clean-text.ts'
import { type Button, choiceButtons, mainButton, quietLink, twoButtons } from './mail-buttons.ts'
import { styles } from './mail-style.ts'
import { questionContent, replyHint } from './question-content.ts'
import { renderMarkdown, renderPlainText } from './render-markdown.ts'
import { styleBody } from './style-body.ts'
import { textWidth, wrap } from './wrap-text.ts'

/** Short Markdown can produce a large email: each empty code block, for example, draws a frame. */
const maxLetterLength = 1_000_000

interface Setting {
  publicUrl: string
  isAsWritten: boolean
}

/** The sender's Markdown body, or the summary if there is none. */
export function letterPart(letter: OutgoingMessage, setting: Setting): Rendered {
  const rendered = renderLetter(letter, setting)
  const html = styleBody(rendered.html, rendered.text)
  if (html.length <= maxLetterLength) return { html, text: rendered.text }
  const written = renderAsWritten(letter.body ?? letter.message)
  return { html: styleBody(written.html, written.text), text: written.text }
}

function renderLetter(
  { body, message, workspace }: OutgoingMessage,
  { publicUrl, isAsWritten }: Setting,
): Rendered {
  if (isAsWritten) return renderAsWritten(body ?? message)
  const home = { publicUrl, workspaceId: workspace.id }
  return body === null ? renderPlainText(message) : renderMarkdown(body, home)
}

/** Plain text in paragraphs. */
export function textPart(source: string): Rendered {
  const { html, text } = renderPlainText(source)
  return { html: styleBody(html, text), text }
}

/** The link to the page that the message is about. */
export function actionPart(action: Button, publicUrl: string, isSecond: boolean): Rendered {
  const button = { label: oneLine(action.label, 100), url: pageUrl(action.url, publicUrl) }
  return {
    html: isSecond ? quietLink(button) : mainButton(button),
    text: `${button.label}: ${button.url}`,
  }
}

/** The target of a sender's link if it is a web page, otherwise our own URL. */
function pageUrl(url: string, publicUrl: string): string {
  const whole = URL.canParse(url, publicUrl) ? new URL(url, publicUrl) : null
  return whole && /^https?:$/.test(whole.protocol) ? whole.href : publicUrl
}

/**
 * Each answer links to a page that submits it. Link scanners would trigger a link that answers
 * directly.
 */
export function questionPart(
  question: OutgoingQuestion,
  answerUrl: string,
  { timeZone, canReply }: { timeZone: string; canReply: boolean },
): Rendered {
  const buttons = answers(question).map(({ value, label }) => ({
    label: oneLine(label, 200),
    url: value === null ? answerUrl : withValue(answerUrl, value),
  }))
  const { expiresAt, approvalsNeeded } = question
  const notes = [
    canReply ? replyHint(question) : undefined,
    approvalsNeeded ? `It needs ${approvalsNeeded} approvals.` : undefined,
    expiresAt ? `This question expires on ${timeInWords(expiresAt, timeZone)}.` : undefined,
  ].filter((note) => note !== undefined)
  const content = questionContent(question)
  return {
    html: [
      ...(content ? [content.html] : []),
      answerButtons(question.kind, buttons),
      ...notes.map(quietNote),
    ].join('\n'),
    text: [
      ...(content ? [content.text] : []),
      buttons.map(linkLines).join('\n'),
      ...(notes.length > 0 ? [notes.join('\n')] : []),
    ].join('\n\n'),
  }
}

function quietNote(note: string, index: number): string {
  const space = index === 0 ? 16 : 4
  return `<p class="at-quiet" style="padding-top:${space}px;${styles.note}"><span dir="ltr">${escapeHtml(note)}</span></p>`
}

function linkLines({ label, url }: Button): string {
  return `- ${wrap(label, textWidth - 2).join('\n  ')}\n  ${url}`
}

const pageLabels = {
  text: 'Answer',
  form: 'Fill in the form',
  edit: 'Review the text',
  rank: 'Put them in order',
  multi_choice: 'Choose',
}

function answers({ kind, options }: OutgoingQuestion): { value: string | null; label: string }[] {
  if (kind === 'choice') return options
  if (kind === 'approval') {
    return [
      { value: 'approved', label: 'Approve' },
      { value: 'rejected', label: 'Reject' },
    ]
  }
  // One button: the page has the rest.
  return [{ value: null, label: pageLabels[kind] }]
}

function answerButtons(kind: OutgoingQuestion['kind'], buttons: Button[]): string {
  const [first, second] = buttons
  if (kind === 'approval' && first && second) return twoButtons(first, second)
  return kind !== 'choice' && first ? mainButton(first) : choiceButtons(buttons)
}

function withValue(answerUrl: string, value: string): string {
  const url = new URL(answerUrl)
  url.searchParams.set('value', value)
  return url.href
}

/** One of several messages in a digest. The title links to the message. */
export function digestItem(
  message: OutgoingMessage,
  { index, publicUrl, timeZone, isAsWritten }: Setting & { index: number; timeZone: string },
): Rendered {
  const url = pageUrl(message.action.url, publicUrl)
  const title = oneLine(message.title, 300)
  const time = shortTime(message.createdAt, timeZone)
  const summary = isAsWritten ? renderAsWritten(message.message) : renderPlainText(message.message)
  const line = index === 0 ? '' : `${styles.digestLine};`
  const number = `${index + 1}. `
  return {
    html: `<div class="at-line" style="${line}margin-top:20px;padding-top:${index === 0 ? 0 : 20}px">
<h2 dir="auto" style="${styles.digestTitle}"><a class="at-link" href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer" style="${styles.link};text-decoration:none">${escapeHtml(title)}</a></h2>
<p class="at-quiet" style="${styles.note}"><span dir="ltr">${escapeHtml(time)}</span></p>
${styleBody(summary.html, summary.text, 8)}
</div>`,
    text: [...wrap(title, textWidth - 4), summary.text, time, url]
      .flatMap((lines) => lines.split('\n'))
      .map((text, at) => (at === 0 ? number : ' '.repeat(number.length)) + text)
      .join('\n'),
  }
}

function timeInWords(time: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZone, timeZoneName: 'short' },
  }).format(time)
}

function shortTime(time: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    ...{ day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' },
    ...{ timeZone, timeZoneName: 'short' },
  }).format(time)
}
