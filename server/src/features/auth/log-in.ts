import type { Deps } from '../../deps.ts'
import { problem } from '../../http/problem.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import { passwordFits } from './passwords.ts'
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
    const [user] = await db.system<{ id: number; password_hash: string | null }>`
      select id, password_hash from users where lower(email) = lower(${email}) and is_active`
    const fits = await passwordFits(user?.password_hash, password)
    if (!user || !fits) throw problem('wrong_login')
    return user.id
  })
}

/** Whether the user has a session that started at this IP address. */
export async function hasSignedInFrom(sql: Sql, email: string, address: string): Promise<boolean> {
  const [known] = await sql`
    select from sessions s join users u on u.id = s.user_id
    where lower(u.email) = lower(${email}) and s.address = ${address} limit 1`
  return known !== undefined
}
