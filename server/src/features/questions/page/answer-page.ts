import type { Config } from '../../../config.ts'
import { page } from '../../../http/pages/pages-for-people.ts'
import { consoleLink } from '../../../lib/console-link.ts'
import { escapeHtml } from '../../../lib/escape-html.ts'
import { describeAnswer } from '../answer/check-answer.ts'
import type { WholeQuestion } from '../find-question.ts'
import { renderFields } from './answer-form.ts'

interface AnswerPage {
  question: WholeQuestion
  /** The long text of the notification as HTML; null if there is none. */
  bodyHtml: string | null
  workspaceName: string
  /** The answer of the clicked button in the email; preselected, never submitted by itself. */
  chosen: string | undefined
  /** What was submitted before, so that a mistake costs no typing. */
  form?: URLSearchParams
  mistake?: string
}

/** The page behind a link in an email. Opening it changes nothing; submitting its form does. */
export function renderQuestionPage(shown: AnswerPage): string {
  const { question, bodyHtml, workspaceName, chosen, form, mistake } = shown
  const text = bodyHtml ?? renderParagraphs(question.message)
  const until = question.expires_at
    ? `<p class="quiet">Please answer by ${formatTime(question.expires_at)}.</p>`
    : ''
  return page(
    question.title,
    `<p class="quiet">${escapeHtml(question.sender_name)} in ${escapeHtml(workspaceName)} asks</p>
    <h1 dir="auto">${escapeHtml(question.title)}</h1>
    <div dir="auto">${text}</div>
    ${mistake ? `<p role="alert"><strong>${escapeHtml(mistake)}</strong></p>` : ''}
    <form method="post">${renderFields(question, chosen, form)}</form>
    ${until}`,
  )
}

/** For a question that only the signed-in person answers. */
export function renderSignInPage(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  question: WholeQuestion,
): string {
  const { title, thread_id, workspace_id: workspaceId } = question
  const thread = new URL(`/threads/${encodeURIComponent(thread_id)}`, publicUrl)
  const link = escapeHtml(consoleLink(thread, { publicUrl, workspaceId }))
  return page(
    title,
    `<h1 dir="auto">${escapeHtml(title)}</h1>
    <p>This question must be answered by you, signed in.</p>
    <p><a class="button" href="${link}">Open it in Atelier</a></p>`,
  )
}

export function renderEndedPage(question: WholeQuestion, justNow: boolean): string {
  const { status, answer, answered_by, ended_at } = question
  const given = answer ? describeAnswer(question, answer) : ''
  const at = ended_at ? formatTime(ended_at) : ''
  if (status === 'open' && question.quorum && justNow) {
    return page(
      question.title,
      `<h1>Thank you</h1><p>Your answer counts. The others have not all answered yet.</p>
      <p class="quiet" dir="auto">${escapeHtml(question.title)}</p>`,
    )
  }
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
      ? `<blockquote dir="auto">${renderParagraphs(given)}${answer?.comment ? renderParagraphs(answer.comment) : ''}</blockquote>`
      : ''
  return page(
    question.title,
    `${words[status]}${quote}<p class="quiet" dir="auto">${escapeHtml(question.title)}</p>`,
  )
}

export function renderBrokenLinkPage(): string {
  return page(
    'This link does not work',
    `<h1>This link does not work</h1>
    <p>Your mail program may have cut it off. Open the email again and press its button, or copy the whole link.</p>`,
  )
}

function renderParagraphs(text: string): string {
  const lines = text.split(/\n{2,}/).map((part) => escapeHtml(part).replaceAll('\n', '<br>'))
  return lines.map((part) => `<p>${part}</p>`).join('')
}

function formatTime(at: Date): string {
  const words = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(at)
  return `${words} UTC`
}
