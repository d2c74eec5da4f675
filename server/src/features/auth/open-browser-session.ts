import type { Deps } from '../../deps.ts'
import { invalid, problem } from '../../http/problem.ts'
import type { RateLimiter } from '../../http/rate-limit.ts'
import { sessionCookie } from './browser-cookie.ts'
import { credentialFinder } from './credentials.ts'
import { checkLogin } from './log-in.ts'
import { newBrowserSession } from './sessions.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'random' | 'config'>

interface SignIn {
  email?: string
  password?: string
  access_token?: string
  address: string
}

/** Becomes a `Set-Cookie` header; the answer itself tells no secret. */
export interface BrowserSession {
  user_id: number
  cookie: string
}

/** Signs a browser in, by password or by an access token that the page has just been given. */
export async function openBrowserSession(
  deps: Needs,
  throttle: RateLimiter,
  signIn: SignIn,
): Promise<BrowserSession> {
  const userId = await whoSignsIn(deps, throttle, signIn)
  return deps.db.transaction('system', async (tx) => ({
    user_id: userId,
    cookie: sessionCookie(deps.config, await newBrowserSession(deps, tx, userId)),
  }))
}

async function whoSignsIn(
  deps: Needs,
  throttle: RateLimiter,
  { email, password, access_token, address }: SignIn,
): Promise<number> {
  if (access_token !== undefined) {
    const credential = await credentialFinder(deps)('session', access_token)
    if (!credential) throw problem('wrong_login')
    return credential.user_id
  }
  if (email === undefined) throw invalid('email', 'is needed, or an access_token')
  if (password === undefined) throw invalid('password', 'is needed')
  return checkLogin(deps, throttle, { email, password, address })
}
