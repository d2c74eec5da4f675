import type { Deps } from '../../deps.ts'
import { RateLimiter } from '../../http/gate/rate-limit.ts'

export const passwordMailQueue = 'password-mails'

export interface PasswordMailJob {
  email: string
  asked_at: string
  /** The account whose unverified address gets the email. Otherwise any with this address. */
  user_id?: number
}

export interface MailLimits {
  /** Per caller. */
  callers: RateLimiter
  /** Per email address, so that nobody can flood another person's mailbox. */
  mailboxes: RateLimiter
}

/** Each of these emails goes to someone else's mailbox, so all of them count together. */
export function mailboxLimiter(deps: Pick<Deps, 'clock' | 'counts'>): RateLimiter {
  return new RateLimiter({ policy: 'password mails', quota: 5, windowSeconds: 900 }, deps)
}

/**
 * Emails a link to a user who forgot their password. A worker checks later whether the address
 * belongs to a user, so neither the response nor its timing reveals that. Without a mail server it
 * creates nothing: a link that sets a password is never stored.
 */
export async function requestPasswordLink(
  deps: Pick<Deps, 'db' | 'clock' | 'queue' | 'config'>,
  { callers, mailboxes }: MailLimits,
  { email, address }: { email: string; address: string },
): Promise<{ is_mail_configured: boolean }> {
  await callers.takeTogether(`address ${address}`)
  await mailboxes.takeTogether(`account ${email.toLowerCase()}`)
  if (deps.config.mail.smtpUrl === undefined) return { is_mail_configured: false }
  const job: PasswordMailJob = { email, asked_at: deps.clock().toISOString() }
  await deps.db.transaction('system', (tx) => deps.queue.send(tx, passwordMailQueue, job))
  return { is_mail_configured: true }
}
