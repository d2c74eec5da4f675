import { readMarkup } from '../../../test/markup.ts'
import type { OutgoingMessage } from '../channel.ts'
import { composeMail, type Mail, type MailInput } from './compose-mail.ts'

export const message: OutgoingMessage = {
  notificationId: '0199a1b2-0000-7000-8000-000000000001',
  category: 'agentTaskCompleted',
  categoryLabel: 'Task completed',
  title: 'The campaign is ready',
  message: 'Six posts are scheduled.',
  body: null,
  action: { label: 'View details', url: 'https://atelier.example/threads/7?a=1&b=2' },
  sender: 'Launch agent',
  workspace: { id: 12, name: 'Example workspace' },
  threadId: '7',
  question: null,
  createdAt: new Date('2026-11-15T09:30:00Z'),
}

export const input: Omit<MailInput, 'message'> = {
  to: { name: 'Ada Lovelace', address: 'ada@example.com' },
  from: 'Atelier <atelier@example.com>',
  links: {
    unsubscribe: 'https://atelier.example/unsubscribe/t0ken',
    oneClickUnsubscribe: 'https://atelier.example/api/v1/unsubscribe/t0ken',
    preferences: 'https://atelier.example/preferences',
    answer: 'https://atelier.example/answer/s1gned',
  },
  messageId: 'm-1@atelier.example',
  threadReference: null,
  repeated: false,
  publicUrl: 'https://atelier.example',
}

export function compose(
  changes: Partial<OutgoingMessage> = {},
  more: Partial<MailInput> = {},
): Mail {
  return composeMail({ ...input, ...more, message: { ...message, ...changes } })
}

const headerNames = [
  ...['List-Unsubscribe', 'List-Unsubscribe-Post', 'List-Id', 'Auto-Submitted'],
  ...['X-Auto-Response-Suppress', 'X-Atelier-Category', 'X-Atelier-Notification'],
]

const structure = 'html head meta title style body div table tr td h1 h2 h3 h4 h5 h6 p span a br hr'
export const content = 'thead tbody th strong em s code pre blockquote ul ol li'
const allowedElements = new Set(`${structure} ${content} !doctype`.split(' '))

/** Content that must never appear. Collected first, because one expectation per value is slow. */
export function findHarm(mail: Mail): unknown[] {
  const { elements, comments } = readMarkup(mail.html)
  const harm: unknown[] = elements.filter(({ name, attributes }) => {
    const { href = 'https://x', style = '' } = attributes
    const names = Object.keys(attributes)
    return (
      !allowedElements.has(name) ||
      names.some((attribute) =>
        /^(on|src|id$|background$|action$|data|http-equiv)/.test(attribute),
      ) ||
      /url\(|expression|@import/i.test(style) ||
      !/^(https?:\/\/|mailto:)/i.test(href)
    )
  })
  // The only comments are the ones for Outlook, and the template has the only style sheet.
  harm.push(...comments.filter((comment) => !comment.startsWith('[if mso]>')))
  harm.push(...elements.filter(({ name }) => name === 'style').slice(1))
  const names = Object.keys(mail.headers).filter((name) => name !== 'X-Atelier-Repeat')
  if (names.join() !== headerNames.join()) harm.push(names)
  harm.push(...Object.values(mail.headers).filter((value) => !/^[\x20-\x7e]{1,998}$/.test(value)))
  harm.push(...[mail.subject, mail.to.name].filter((line) => /[\p{Cc}\u2028\u2029]/u.test(line)))
  const ids = [mail.messageId, mail.references ?? 'a@b']
  harm.push(...ids.filter((id) => !/^[!-~]+@[\w.-]+$/.test(id)))
  for (const tag of ['div', 'table', 'tr', 'td', 'p', 'a', 'span']) {
    const [opened, closed] = [`<${tag}[ >]`, `</${tag}>`].map(
      (t) => mail.html.split(RegExp(t)).length,
    )
    if (opened !== closed) harm.push(`${tag} is opened or closed too often`)
  }
  const json = JSON.stringify(mail)
  if (!json.isWellFormed() || /\\u(0000|d[89a-f])/i.test(json)) harm.push('characters')
  return harm
}
