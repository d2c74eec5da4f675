import { Undeliverable } from '../../channels/channel.ts'
import type { Deps } from '../../deps.ts'
import type { PasswordMailJob } from './forgotten-password.ts'
import { mailPerson } from './mail-person.ts'
import { createSignInLink, linkHours } from './sign-in-links.ts'

const passwordHours = 1

interface Person {
  id: number
  email: string
  first_name: string
  last_name: string
  has_password: boolean
  is_verified: boolean
}

type Needs = Pick<Deps, 'db' | 'clock' | 'random' | 'config' | 'mailer' | 'log'>

/**
 * Creates a link and emails it if the address belongs to a user: a link for a new password, or one
 * that verifies the address if nobody has done so. The link is not stored.
 */
export async function mailPasswordLink(deps: Needs, job: PasswordMailJob): Promise<void> {
  const person = await findRecipient(deps, job)
  if (!person || (job.user_id !== undefined && person.is_verified)) return
  const verifiesAddress = !person.is_verified
  const validHours = verifiesAddress ? linkHours : passwordHours
  const waitedMs = deps.clock().getTime() - Date.parse(job.asked_at)
  // The user is no longer waiting, so a late email would only alarm them.
  if (waitedMs > validHours * 3_600_000) return
  const provesEmail = verifiesAddress ? person.email : null
  const url = await deps.db.transaction('system', (tx) =>
    createSignInLink(deps, tx, person.id, { validHours, provesEmail }),
  )
  const { composeAccountMail } = await import('../../channels/email/compose-account-mail.ts')
  const { publicUrl, mail: config } = deps.config
  const { name, title, text, reason } = writeLetter(person, new URL(publicUrl))
  const mail = composeAccountMail({
    to: { name, address: person.email },
    from: config.from,
    title,
    text,
    action: { label: title, url },
    footer: `Sent to ${person.email} because ${reason}.`,
    messageId: deps.random.uuid(),
    publicUrl,
  })
  try {
    await mailPerson(deps, person.id, mail, { verifiesAddress })
  } catch (error) {
    if (!(error instanceof Undeliverable)) throw error
    deps.log.warn({ err: error, user_id: person.id }, 'the mail server rejected an account email')
  }
}

async function findRecipient(
  { db }: Needs,
  { email, user_id }: PasswordMailJob,
): Promise<Person | undefined> {
  const [person] = await db.system<Person>`
    select id, email, first_name, last_name, password_hash is not null as has_password,
      email_verified_at is not null as is_verified
    from users
    where lower(email) = lower(${email}) and is_active and (${user_id ?? null}::int is null or id = ${user_id ?? null})
    order by email_verified_at is null, id limit 1`
  return person
}

interface Letter {
  /** In the address of the email. */
  name: string
  title: string
  text: string
  /** Why the person gets it. */
  reason: string
}

function writeLetter(person: Person, { origin, host }: URL): Letter {
  if (!person.is_verified) return verificationLetter(origin, host)
  const { first_name, last_name, has_password } = person
  const hello = first_name ? `Hello ${first_name},\n\n` : ''
  const rest = has_password
    ? 'your password has not changed'
    : 'nobody can sign in without the link'
  return {
    name: `${first_name} ${last_name}`.trim(),
    title: has_password ? 'Choose a new password' : 'Choose your password',
    text: `${hello}Someone, hopefully you, requested a new password for Atelier at ${host}. Follow the link to choose it. The link works once, within an hour. A new password signs you out everywhere else.

If it was not you, ignore this email: ${rest}.`,
    reason: `someone requested it at ${origin}/sign-in`,
  }
}

/** Its reader may be a stranger, so it contains nothing that another person wrote, not even a name. */
function verificationLetter(origin: string, host: string): Letter {
  return {
    name: '',
    title: 'Verify your email address',
    text: `Someone, hopefully you, joined Atelier at ${host} with this address. Follow the link to verify that it is yours. The link works once, within a day.

If you have no account there, the link lets you create your own. If you want neither, ignore this email: nothing else is sent to an address that is not verified.`,
    reason: `someone used the address at ${origin}`,
  }
}
