import { Undeliverable } from '../../channels/channel.ts'
import type { Mail } from '../../channels/email/compose-mail.ts'
import type { Deps } from '../../deps.ts'

export const unverifiedAddress = 'the person has not verified the email address'

/**
 * Sends an email to a person; nothing else calls the mailer. The mail server gets only emails to the
 * address that this person verified, and the email that verifies one. Without a mail server, an email
 * reaches nobody.
 */
export async function mailPerson(
  deps: Pick<Deps, 'db' | 'config' | 'mailer'>,
  userId: number,
  mail: Mail,
  { verifiesAddress = false } = {},
) {
  const isAllowed =
    verifiesAddress ||
    deps.config.mail.smtpUrl === undefined ||
    (await isVerified(deps, userId, mail.to.address))
  if (!isAllowed) throw new Undeliverable(`${mail.to.address}: ${unverifiedAddress}`)
  return deps.mailer.send(mail)
}

async function isVerified({ db }: Pick<Deps, 'db'>, userId: number, email: string) {
  const [verified] = await db.system`
    select from users
    where id = ${userId} and lower(email) = lower(${email}) and email_verified_at is not null`
  return verified !== undefined
}
