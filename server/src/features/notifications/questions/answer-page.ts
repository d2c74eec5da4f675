import { page } from '../../../http/pages-for-people.ts'
import { escapeHtml } from '../../../lib/escape-html.ts'
import type { QuestionRow } from './queries.ts'

interface Shown {
  question: QuestionRow
  /** The long text of the notification as HTML; null if there is none. */
  bodyHtml: string | null
  workspaceName: string
  /** The answer of the clicked button in the email; preselected, never submitted by itself. */
  chosen: string | undefined
  mistake?: string
}

/** The page behind a link in an email. Opening it changes nothing; submitting its form does. */
export function askingPage({ question, bodyHtml, workspaceName, chosen, mistake }: Shown): string {
  const text = bodyHtml ?? paragraphs(question.message)
  const until = question.expires_at
    ? `<p class="quiet">Please answer by ${timeOf(question.expires_at)}.</p>`
    : ''
  return page(
    question.title,
    `<p class="quiet">${escapeHtml(question.sender_name)} in ${escapeHtml(workspaceName)} asks</p>
    <h1 dir="auto">${escapeHtml(question.title)}</h1>
    <div dir="auto">${text}</div>
    ${mistake ? `<p role="alert"><strong>${escapeHtml(mistake)}</strong></p>` : ''}
    <form method="post">${fieldsOf(question, chosen)}</form>
    ${until}`,
  )
}

export function endedPage(question: QuestionRow, justNow: boolean): string {
  const { status, answer, answered_by, ended_at, options } = question
  const given = options.find(({ value }) => value === answer?.value)?.label ?? answer?.value ?? ''
  const at = ended_at ? timeOf(ended_at) : ''
  const words = {
    answered: justNow
      ? `<h1>Thank you</h1><p>Your answer is on its way to ${escapeHtml(question.sender_name)}:</p>`
      : `<h1>Already answered</h1><p>${escapeHtml(answered_by?.name ?? 'Someone')} answered ${at}:</p>`,
    cancelled: '<h1>No longer needed</h1><p>The question was withdrawn.</p>',
    expired: '<h1>Too late</h1><p>This question has expired.</p>',
    open: '<h1>Too late</h1><p>This question has expired.</p>',
  }
  const quote =
    status === 'answered'
      ? `<blockquote dir="auto">${paragraphs(given)}${answer?.comment ? paragraphs(answer.comment) : ''}</blockquote>`
      : ''
  return page(
    question.title,
    `${words[status]}${quote}<p class="quiet" dir="auto">${escapeHtml(question.title)}</p>`,
  )
}

export function brokenLinkPage(): string {
  return page(
    'This link does not work',
    `<h1>This link does not work</h1>
    <p>Your mail program may have cut it off. Open the email again and press its button, or copy the whole link.</p>`,
  )
}

function fieldsOf({ kind, options }: QuestionRow, chosen: string | undefined): string {
  const comment =
    '<label>Comment (optional) <textarea name="comment" rows="3" maxlength="10000"></textarea></label>'
  if (kind === 'approval') {
    const rejects = chosen === 'rejected'
    return `${comment}<div class="buttons">
      <button name="value" value="approved" class="${rejects ? '' : 'first'}">Approve</button>
      <button name="value" value="rejected" class="${rejects ? 'first' : ''}">Reject</button></div>`
  }
  const send = '<div class="buttons"><button class="first">Send answer</button></div>'
  if (kind === 'text') {
    return `<label>Your answer <textarea name="value" rows="6" maxlength="10000" required dir="auto"></textarea></label>${send}`
  }
  const choices = options.map(
    ({ value, label }) => `<label class="option"><input type="radio" name="value" required
      value="${escapeHtml(value)}"${value === chosen ? ' checked' : ''}> <span dir="auto">${escapeHtml(label)}</span></label>`,
  )
  return `<fieldset><legend>Choose one</legend>${choices.join('')}</fieldset>${comment}${send}`
}

function paragraphs(text: string): string {
  const lines = text.split(/\n{2,}/).map((part) => escapeHtml(part).replaceAll('\n', '<br>'))
  return lines.map((part) => `<p>${part}</p>`).join('')
}

function timeOf(at: Date): string {
  const words = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(at)
  return `${words} UTC`
}
