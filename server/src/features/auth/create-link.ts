import type { Deps } from '../../deps.ts'
import { problem } from '../../http/problem.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import { type Account, findAccounts } from './accounts.ts'
import { createSignInLink, linkHours } from './sign-in-links.ts'

/** For the server's terminal: creates a one-time link for a user who cannot sign in. */
export async function createLinkForPerson(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'config'>,
  emailOrId: string,
): Promise<{ email: string; link: string; expires_at: Date }> {
  const person = await findAccount(deps.db.system, emailOrId)
  const expiresAt = new Date(deps.clock().getTime() + linkHours * 3_600_000)
  const link = await deps.db.transaction('system', (tx) => createSignInLink(deps, tx, person.id))
  return { email: person.email, link, expires_at: expiresAt }
}

/** The account that an operator means: the one that verified the address, or the only one. */
export async function findAccount(sql: Sql, emailOrId: string): Promise<Account> {
  const text = emailOrId.trim()
  const accounts = /^\d{1,9}$/.test(text)
    ? await findAccountById(sql, Number(text))
    : await findAccounts(sql, text)
  const [first, ...others] = accounts.filter(({ is_active }) => is_active)
  if (!first) {
    throw problem('member_not_found', {
      detail: `No active user has the email ${text}. Invite them in the console, or with: atelier members create-invitation`,
    })
  }
  if (!first.email_verified_at && others.length > 0) {
    const ids = [first, ...others].map(({ id }) => id).join(', ')
    throw problem('email_claimed', {
      detail: `Several accounts use ${text}, and none has verified it. Give the id of the user instead: ${ids}.`,
    })
  }
  return first
}

async function findAccountById(sql: Sql, id: number): Promise<Account[]> {
  return sql<Account>`
    select id, email, password_hash, email_verified_at, is_active from users where id = ${id}`
}
