import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { findAccounts } from './accounts.ts'
import { findAccount } from './create-link.ts'
import { type MailLimits, type PasswordMailJob, passwordMailQueue } from './forgotten-password.ts'

/** Emails the person the link that verifies their address, once more. */
export async function requestEmailVerification(
  deps: Pick<Deps, 'db' | 'clock' | 'queue' | 'config'>,
  { callers, mailboxes }: MailLimits,
  actor: Actor,
  address: string,
): Promise<{ is_mail_configured: boolean }> {
  const [user] = await deps.db.system<{ email: string; is_verified: boolean }>`
    select email, email_verified_at is not null as is_verified from users where id = ${actor.userId}`
  if (!user) throw problem('member_not_found')
  if (user.is_verified) throw problem('email_already_verified')
  await callers.takeTogether(`address ${address}`)
  await mailboxes.takeTogether(`account ${user.email.toLowerCase()}`)
  if (deps.config.mail.smtpUrl === undefined) return { is_mail_configured: false }
  await deps.db.transaction('system', (tx) =>
    queueVerificationMail(deps, tx, { id: actor.userId, email: user.email }),
  )
  return { is_mail_configured: true }
}

export async function queueVerificationMail(
  { queue, clock }: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  { id, email }: { id: number; email: string },
): Promise<void> {
  const job: PasswordMailJob = { email, user_id: id, asked_at: clock().toISOString() }
  await queue.send(tx, passwordMailQueue, job)
}

/**
 * Verifies the address of the signed-in person. The link shows that they read the mailbox, and the
 * session that the account is theirs: the link alone must not verify the account of a stranger.
 */
export async function verifyEmail(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  token: string,
): Promise<null> {
  return deps.db.transaction('system', async (tx) => {
    const [link] = await tx<{ email: string }>`
      delete from sign_in_links where token_hash = ${sha256(token)} and email is not null
        and expires_at > ${deps.clock()} returning email`
    if (!link) throw problem('sign_in_link_invalid')
    const [user] = await tx`
      select from users where id = ${actor.userId} and lower(email) = lower(${link.email})`
    if (!user) {
      throw problem('sign_in_link_invalid', {
        detail: `This link is for ${link.email}, which is not the address of your account.`,
      })
    }
    await markVerified(deps, tx, { id: actor.userId, email: link.email })
    return null
  })
}

/** For the server's terminal: the operator knows that an address belongs to the person. */
export async function verifyEmailOfPerson(
  deps: Pick<Deps, 'db' | 'clock'>,
  emailOrId: string,
): Promise<{ email: string; user_id: number }> {
  return deps.db.transaction('system', async (tx) => {
    const account = await findAccount(tx, emailOrId)
    await markVerified(deps, tx, account)
    return { email: account.email, user_id: account.id }
  })
}

/** Ends all links that could verify the address, because it has an owner now. */
async function markVerified(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { id, email }: { id: number; email: string },
): Promise<void> {
  const [owner] = await findAccounts(tx, email)
  if (owner?.email_verified_at && owner.id !== id) throw problem('email_taken')
  await tx`delete from sign_in_links where lower(email) = lower(${email})`
  await tx`update users set email_verified_at = coalesce(email_verified_at, ${clock()}),
    updated_at = ${clock()} where id = ${id}`
}
