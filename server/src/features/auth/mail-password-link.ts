import { Undeliverable } from '../../channels/channel.ts'
import type { Deps } from '../../deps.ts'
import type { PasswordMailJob } from './forgotten-password.ts'
import { createSignInLink } from './sign-in-links.ts'

const validHours = 1

interface Person {
  id: number
  email: string
  first_name: string
  last_name: string
  has_password: boolean
}

/** Creates the link and emails it if the address belongs to a user. The link is not stored. */
export async function mailPasswordLink(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'config' | 'mailer' | 'log'>,
  { email, asked_at }: PasswordMailJob,
): Promise<void> {
  const waitedMs = deps.clock().getTime() - Date.parse(asked_at)
  // The user is no longer waiting, so a late email would only alarm them.
  if (waitedMs > validHours * 3_600_000) return
  const [person] = await deps.db.system<Person>`
    select id, email, first_name, last_name, password_hash is not null as has_password
    from users where lower(email) = lower(${email}) and is_active`
  if (!person) return
  const link = await deps.db.transaction('system', (tx) =>
    createSignInLink(deps, tx, person.id, validHours),
  )
  const { composeAccountMail } = await import('../../channels/email/compose-account-mail.ts')
  const { publicUrl, mail } = deps.config
  const title = person.has_password ? 'Choose a new password' : 'Choose your password'
  try {
    await deps.mailer.send(
      composeAccountMail({
        to: { name: `${person.first_name} ${person.last_name}`.trim(), address: person.email },
        from: mail.from,
        title,
        text: letterTo(person, new URL(publicUrl).host),
        action: { label: title, url: link },
        footer: `Sent to ${person.email} because someone requested it at ${publicUrl}/sign-in.`,
        messageId: deps.random.uuid(),
        publicUrl,
      }),
    )
  } catch (error) {
    if (!(error instanceof Undeliverable)) throw error
    deps.log.warn({ err: error, user_id: person.id }, 'the mail server rejected a password email')
  }
}

function letterTo({ first_name, has_password }: Person, host: string): string {
  const hello = first_name ? `Hello ${first_name},\n\n` : ''
  const rest = has_password
    ? 'your password has not changed'
    : 'nobody can sign in without the link'
  return `${hello}Someone, hopefully you, requested a new password for Atelier at ${host}. Follow the link to choose it. The link works once, within an hour. A new password signs you out everywhere else.

If it was not you, ignore this email: ${rest}.`
}
