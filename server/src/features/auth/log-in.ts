import type { Deps } from '../../deps.ts'
import { problem } from '../../http/problem.ts'
import type { RateLimiter } from '../../http/rate-limit.ts'
import { passwordFits } from './passwords.ts'
import { type IssuedTokens, openSession } from './sessions.ts'

interface Login {
  email: string
  password: string
  address: string
}

/** Signs a person in. An unknown person and a wrong password are the same answer, in the same time. */
export async function logIn(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  throttle: RateLimiter,
  login: Login,
): Promise<IssuedTokens> {
  const userId = await checkLogin(deps, throttle, login)
  return deps.db.transaction('system', (tx) => openSession(deps, tx, userId))
}

/** Who somebody is, by email and password. */
export async function checkLogin(
  { db }: Pick<Deps, 'db'>,
  throttle: RateLimiter,
  { email, password, address }: Login,
): Promise<number> {
  throttle.take(`account ${email.toLowerCase()}`)
  throttle.take(`address ${address}`)
  const [user] = await db.system<{ id: number; password_hash: string | null }>`
    select id, password_hash from users where lower(email) = lower(${email}) and is_active`
  const fits = await passwordFits(user?.password_hash, password)
  if (!user || !fits) throw problem('wrong_login')
  return user.id
}
