import { oneLine } from './clean-text.ts'
import type { Mail, Recipient } from './compose-mail.ts'
import type { Button } from './mail-buttons.ts'
import { mailFrame, textFrame } from './mail-frame.ts'
import { headerId } from './mail-headers.ts'
import { actionPart, textPart } from './mail-parts.ts'

interface AccountMail {
  to: Recipient
  /** "Atelier <atelier@example.com>", as configured by the operator. */
  from: string
  title: string
  /** Plain text. */
  text: string
  action: Button
  footer: string
  /** Without brackets. */
  messageId: string
  publicUrl: string
}

/** An email about the user's account. It belongs to no workspace and has no unsubscribe link. */
export function composeAccountMail(input: AccountMail): Mail {
  const { to, from, text, action, publicUrl } = input
  const title = oneLine(input.title, 300)
  const parts = [textPart(text), actionPart(action, publicUrl, false)]
  const footer = { text: input.footer, links: [] }
  return {
    from,
    to: { name: oneLine(to.name, 100), address: to.address },
    subject: title,
    html: mailFrame({
      preview: text,
      title,
      sender: 'Atelier',
      place: new URL(publicUrl).host,
      content: parts.map(({ html }) => html).join('\n'),
      footer,
    }),
    text: textFrame({ title, parts: parts.map((part) => part.text), footer }),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' },
    messageId: headerId(input.messageId, publicUrl),
  }
}
