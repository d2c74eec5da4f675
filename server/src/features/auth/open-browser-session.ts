import type { Deps } from '../../deps.ts'
import { invalid, problem } from '../../http/problem.ts'
import { sha256 } from '../../lib/hash.ts'
import { sessionCookie } from './browser-cookie.ts'
import { checkLogin } from './log-in.ts'
import { useRefreshToken } from './refresh-session.ts'
import { moveToBrowser, newBrowserSession, type SignInOrigin } from './sessions.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'random' | 'config' | 'bus' | 'signIns'>

interface SignIn extends SignInOrigin {
  email?: string
  password?: string
  access_token?: string
  refresh_token?: string
  address: string
}

/** Becomes a `Set-Cookie` header; the response body contains no secret. */
export interface BrowserSession {
  user_id: number
  cookie: string
}

/**
 * Signs a browser in, by password or with a token that the page just received. A cookie never
 * outlives the token that it was created from.
 */
export async function openBrowserSession(deps: Needs, signIn: SignIn): Promise<BrowserSession> {
  const { email, password, access_token, refresh_token, address, userAgent } = signIn
  if (refresh_token !== undefined) return byRefreshToken(deps, refresh_token)
  if (access_token !== undefined) return byAccessToken(deps, access_token, { address, userAgent })
  if (email === undefined)
    throw invalid('email', 'is required, unless you send an access_token or refresh_token')
  if (password === undefined) throw invalid('password', 'is required')
  const userId = await checkLogin(deps, { email, password, address })
  return deps.db.transaction('system', async (tx) => {
    const secret = await newBrowserSession(deps, tx, userId, { address, userAgent })
    return { user_id: userId, cookie: sessionCookie(deps.config, secret) }
  })
}

/** The session moves into the cookie: its tokens end, and its expiry date stays. */
function byRefreshToken(deps: Needs, token: string): Promise<BrowserSession> {
  return useRefreshToken(deps, token, async (tx, { id, user_id, refresh_expires_at }) => {
    const secret = await moveToBrowser(deps, tx, id)
    return { user_id, cookie: cookieUntil(deps, secret, refresh_expires_at) }
  })
}

interface TokenSession {
  id: string
  user_id: number
  access_expires_at: Date
}

/** The cookie is valid as long as the access token, and ends with its session. */
function byAccessToken(deps: Needs, token: string, origin: SignInOrigin): Promise<BrowserSession> {
  return deps.db.transaction('system', async (tx) => {
    // Locked, so that a concurrent sign-out either prevents the cookie or ends it.
    const [session] = await tx<TokenSession>`
      select s.id, s.user_id, s.access_expires_at
      from sessions s join users u on u.id = s.user_id
      where s.access_hash = ${sha256(token)} and s.kind = 'token' and s.revoked_at is null
        and s.access_expires_at > ${deps.clock()} and u.is_active
      for share of s`
    if (!session) throw problem('wrong_login')
    const parent = { id: session.id, endsAt: session.access_expires_at }
    const secret = await newBrowserSession(deps, tx, session.user_id, { ...origin, parent })
    return { user_id: session.user_id, cookie: cookieUntil(deps, secret, parent.endsAt) }
  })
}

function cookieUntil({ config, clock }: Needs, secret: string, endsAt: Date): string {
  const secondsLeft = Math.floor((endsAt.getTime() - clock().getTime()) / 1000)
  return sessionCookie(config, secret, secondsLeft)
}
