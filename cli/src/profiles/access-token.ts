import { notSignedIn } from '../errors.ts'
import { refresh } from './oauth.ts'
import { changeProfiles, readProfiles, type Session } from './store.ts'

/** Renews before the expiry, so that no request arrives with a token that has just expired. */
const earlyMs = 60_000

/**
 * The access token of a profile, renewed shortly before it expires. A refresh token works once, and
 * reusing it ends the session. So only one process renews at a time, and the others use its result.
 */
export async function readAccessToken(name: string): Promise<string> {
  const { profiles } = await readProfiles()
  const session = requireSession(profiles[name]?.session)
  return isGood(session) ? session.access_token : renewed(name, session.access_token)
}

/** Also used when the server refuses a token that should be valid, as when the clocks differ. */
export async function renewed(name: string, old: string): Promise<string> {
  return changeProfiles(async (kept) => {
    const profile = kept.profiles[name]
    const meanwhile = requireSession(profile?.session)
    if (meanwhile.access_token !== old) return meanwhile.access_token
    const renewed = await refresh(meanwhile)
    if (profile) profile.session = renewed
    return renewed.access_token
  })
}

function isGood({ expires_at }: Session): boolean {
  return Date.parse(expires_at) - earlyMs > Date.now()
}

function requireSession(session: Session | undefined): Session {
  if (session) return session
  throw notSignedIn('Your session has expired. Sign in again with: atelier login')
}
