import type { Deps } from '../../deps.ts'
import { problem } from '../../http/problem.ts'
import { createSignInLink, linkHours } from './sign-in-links.ts'

/** For the server's terminal: creates a one-time link for a user who cannot sign in. */
export async function linkFor(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'config'>,
  email: string,
): Promise<{ email: string; link: string; expires_at: Date }> {
  const [person] = await deps.db.system<{ id: number; email: string }>`
    select id, email from users where lower(email) = lower(${email.trim()}) and is_active`
  if (!person) {
    throw problem('member_not_found', {
      detail: `No active user has the email ${email.trim()}. Invite them in the console, or with: atelier members create-invitation`,
    })
  }
  const expiresAt = new Date(deps.clock().getTime() + linkHours * 3_600_000)
  const link = await deps.db.transaction('system', (tx) => createSignInLink(deps, tx, person.id))
  return { email: person.email, link, expires_at: expiresAt }
}
