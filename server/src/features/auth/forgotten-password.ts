import type { Deps } from '../../deps.ts'
import type { RateLimiter } from '../../http/rate-limit.ts'

export const passwordMailQueue = 'password-mails'

export interface PasswordMailJob {
  email: string
  asked_at: string
}

interface Limits {
  /** For each caller. */
  callers: RateLimiter
  /** For each address that is given, so that nobody fills the mailbox of somebody else. */
  mailboxes: RateLimiter
}

/**
 * Has a link mailed to whoever forgot their password. Whether the address belongs to anybody is found
 * out by a worker, later: neither the answer nor its time tells it. Without a mail server nothing is
 * made: a link that sets a password is never kept.
 */
export async function requestPasswordLink(
  deps: Pick<Deps, 'db' | 'clock' | 'queue' | 'config'>,
  { callers, mailboxes }: Limits,
  { email, address }: { email: string; address: string },
): Promise<{ is_mail_configured: boolean }> {
  callers.take(`address ${address}`)
  mailboxes.take(`account ${email.toLowerCase()}`)
  if (deps.config.mail.smtpUrl === undefined) return { is_mail_configured: false }
  const job: PasswordMailJob = { email, asked_at: deps.clock().toISOString() }
  await deps.db.transaction('system', (tx) => deps.queue.send(tx, passwordMailQueue, job))
  return { is_mail_configured: true }
}
