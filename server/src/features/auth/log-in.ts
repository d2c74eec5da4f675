import type { Deps } from '../../deps.ts'
import { problem } from '../../http/problem.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import { accountWithPassword, findAccounts } from './accounts.ts'
import { type IssuedTokens, openSession } from './sessions.ts'

interface Login {
  email: string
  password: string
  address: string
}

/** Signs a user in. An unknown user and a wrong password get the same response in the same time. */
export async function logIn(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'signIns'>,
  login: Login & { userAgent: string | undefined },
): Promise<IssuedTokens> {
  const userId = await checkLogin(deps, login)
  return deps.db.transaction('system', (tx) => openSession(deps, tx, userId, login))
}

/** Returns the id of the user with this email and password. */
export async function checkLogin(
  { db, signIns }: Pick<Deps, 'db' | 'signIns'>,
  { email, password, address }: Login,
): Promise<number> {
  const isKnown = () => hasSignedInFrom(db.system, email, address)
  return signIns.attempt({ account: email, address, isKnown }, async () => {
    const accounts = await findAccounts(db.system, email)
    const active = accounts.filter(({ is_active }) => is_active)
    const account = await accountWithPassword(active, password)
    if (!account) throw problem('wrong_login')
    return account.id
  })
}

/**
 * Whether the person has a session that started at this IP address. Sessions of accounts that only
 * claim the address of another don't count.
 */
export async function hasSignedInFrom(sql: Sql, email: string, address: string): Promise<boolean> {
  const [known] = await sql`
    select from sessions s join users u on u.id = s.user_id
    where lower(u.email) = lower(${email}) and s.address = ${address}
      and (u.email_verified_at is not null or not exists (select from users v
        where lower(v.email) = lower(${email}) and v.email_verified_at is not null)) limit 1`
  return known !== undefined
}
