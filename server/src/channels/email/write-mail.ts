import type { ConsoleHome } from '../../lib/console-link.ts'
import { programFile } from '../../lib/installation.ts'
import { type TextFormat, workOnText } from '../../lib/texts/work-on-text.ts'
import type { OutgoingMessage } from '../channel.ts'
import { renderAsWritten } from './as-written.ts'
import type { DigestInput, Mail, MailInput } from './compose-mail.ts'
import type { MarkdownRequest } from './markdown-thread.ts'

/** They take at most about 10 ms, and most emails are shorter. */
const maxQuickSize = 1_000
/** The longest text takes a fifth of a second. */
const maxSeconds = 5

const mail: TextFormat<MailInput | DigestInput, Mail> = {
  program: programFile('server/src/channels/email/mail-thread.ts'),
  load: () => import('./mail-thread.ts'),
  maxQuickSize,
  maxSeconds,
}

const markdown: TextFormat<MarkdownRequest, string> = {
  program: programFile('server/src/channels/email/markdown-thread.ts'),
  load: () => import('./markdown-thread.ts'),
  maxQuickSize,
  maxSeconds,
}

/** The email of a notification, or of several in a digest. */
export async function writeMail(input: MailInput | DigestInput): Promise<Mail> {
  const [first, ...others] = 'messages' in input ? input.messages : [input.message]
  const size = [first, ...others].reduce((sum, message) => sum + measureMessage(message), 0)
  const written = await workOnText(mail, { workspaceId: first.workspace.id, size }, input)
  return written ?? (await mail.load()).work({ ...input, isAsWritten: true })
}

/** Markdown as HTML for a page. Text that takes too long to render is shown as written. */
export async function writeHtml(source: string, home: ConsoleHome): Promise<string> {
  const share = { workspaceId: home.workspaceId, size: source.length }
  const html = await workOnText(markdown, share, { source, home })
  return html ?? renderAsWritten(source).html
}

function measureMessage({ title, message, body, question }: OutgoingMessage): number {
  const { draft, fields, options = [] } = question ?? {}
  const labels = options.reduce((sum, { label }) => sum + label.length, 0)
  const form = fields ? JSON.stringify(fields).length : 0
  return title.length + (body ?? message).length + (draft?.length ?? 0) + labels + form
}
