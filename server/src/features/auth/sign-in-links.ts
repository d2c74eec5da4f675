import type { Deps } from '../../deps.ts'
import { newLinkSecret, signInLink } from '../../http/gate/acting-links.ts'
import { problem } from '../../http/problem.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import { sessionCookie } from './browser-cookie.ts'
import { endAccess } from './end-credentials.ts'
import type { BrowserSession } from './open-browser-session.ts'
import { hashPassword } from './passwords.ts'
import { newBrowserSession, type SignInOrigin } from './sessions.ts'

export const linkHours = 24

interface LinkOptions {
  validHours?: number
  provesEmail?: string | null
}

/**
 * The URL for setting a password once. The token is in the fragment, which browsers do not send, so
 * no log contains it. Using one link ends all links of the user. A link that was mailed to an
 * unverified address proves the address to whoever uses it, and no more: it does not open the account.
 */
export async function createSignInLink(
  deps: Pick<Deps, 'clock' | 'random' | 'config'>,
  tx: Tx,
  userId: number,
  { validHours = linkHours, provesEmail = null }: LinkOptions = {},
): Promise<string> {
  const token = newLinkSecret(deps, 'atw_')
  const now = deps.clock()
  const expiresAt = new Date(now.getTime() + validHours * 3_600_000)
  await tx`
    insert into sign_in_links (user_id, token_hash, expires_at, created_at, email)
    values (${userId}, ${sha256(token)}, ${expiresAt}, ${now}, ${provesEmail})`
  return signInLink(deps, token)
}

/** Its email may have been on its way while the address got an owner. */
const unowned = (sql: Sql) => sql.part`not exists (select from users o
  where lower(o.email) = lower(l.email) and o.email_verified_at is not null)`

interface LinkDetails {
  email: string
  has_password: boolean
  proves_email: boolean
  expires_at: Date
}

/** The link's owner, so that its page can greet new users and ask others only for a password. */
export async function lookUpSignInLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<LinkDetails> {
  const [link] = await db.system<LinkDetails>`
    select coalesce(l.email, u.email) as email, l.expires_at, l.email is not null as proves_email,
      l.email is null and u.password_hash is not null as has_password
    from sign_in_links l join users u on u.id = l.user_id
    where l.token_hash = ${sha256(token)} and l.expires_at > ${clock()} and u.is_active
      and (l.email is null or ${unowned(db.system)})`
  if (!link) throw problem('sign_in_link_invalid')
  return link
}

interface Welcome {
  token: string
  new_password: string
  first_name?: string
  last_name?: string
}

/**
 * Sets the password of the link's owner and signs their browser in. This uses up the link and ends
 * all earlier sessions of the user. A link that proves an address creates an account that owns it:
 * the accounts that only claim it may hold the data of someone else.
 */
export async function redeemSignInLink(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'bus' | 'config'>,
  { token, new_password, first_name, last_name }: Welcome,
  origin: SignInOrigin,
): Promise<BrowserSession> {
  const now = deps.clock()
  return deps.db.transaction('system', async (tx) => {
    const link = await useUp(tx, sha256(token), now)
    const userId = link.email ? await createOwner(tx, link.email, now) : link.userId
    const passwordHash = await hashPassword(new_password)
    await tx`
      update users set password_hash = ${passwordHash}, updated_at = ${now},
        first_name = coalesce(${first_name?.trim() || null}, first_name),
        last_name = coalesce(${last_name?.trim() || null}, last_name)
      where id = ${userId}`
    await endAccess(deps, tx, userId)
    const secret = await newBrowserSession(deps, tx, userId, origin)
    return { user_id: userId, cookie: sessionCookie(deps.config, secret) }
  })
}

async function createOwner(tx: Tx, email: string, now: Date): Promise<number> {
  await tx`delete from sign_in_links where lower(email) = lower(${email})`
  const [created] = await tx<{ id: number }>`
    insert into users (email, email_verified_at, created_at, updated_at)
    values (${email}, ${now}, ${now}, ${now}) returning id`
  return (created as { id: number }).id
}

/** Ends all links of the link's owner. Concurrent uses wait for each other. */
async function useUp(
  tx: Tx,
  hash: string,
  now: Date,
): Promise<{ userId: number; email: string | null }> {
  const [person] = await tx<{ id: number }>`
    select u.id from users u join sign_in_links l on l.user_id = u.id
    where l.token_hash = ${hash} and l.expires_at > ${now} and u.is_active
      and (l.email is null or ${unowned(tx)}) for update of u`
  if (!person) throw problem('sign_in_link_invalid')
  const ended = await tx<{ token_hash: string; email: string | null }>`
    delete from sign_in_links where user_id = ${person.id} returning token_hash, email`
  const used = ended.find(({ token_hash }) => token_hash === hash)
  if (used) return { userId: person.id, email: used.email }
  throw problem('sign_in_link_invalid')
}

/** For the terminal: a link for the first owner, as long as they have no password. */
export async function linkForOwnerWithoutPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'config'>,
): Promise<{ email: string; link: string } | undefined> {
  return deps.db.transaction('system', async (tx) => {
    const [owner] = await tx<{ id: number; email: string; has_password: boolean }>`
      select u.id, u.email, u.password_hash is not null as has_password
      from users u join memberships m on m.user_id = u.id
      where m.role = 'owner' and u.is_active order by u.id limit 1`
    if (!owner || owner.has_password) return undefined
    return { email: owner.email, link: await createSignInLink(deps, tx, owner.id) }
  })
}
