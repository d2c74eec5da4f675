import { notSignedIn } from '../errors.ts'
import { refresh } from './oauth.ts'
import { changeProfiles, readProfiles, type Session } from './store.ts'

/** Before its end, so that no request arrives with one that has just ended. */
const earlyMs = 60_000

/**
 * The access token of a profile, renewed when it is about to end. A refresh token works once, and one
 * that comes back ends the session; so only one process renews at a time, and the others take what it got.
 */
export async function accessTokenOf(name: string): Promise<string> {
  const { profiles } = await readProfiles()
  const session = sessionOf(profiles[name]?.session)
  return isGood(session) ? session.access_token : renewed(name, session.access_token)
}

/** After the server has refused a token that should be good, as when the clocks differ. */
export async function renewed(name: string, old: string): Promise<string> {
  return changeProfiles(async (kept) => {
    const profile = kept.profiles[name]
    const meanwhile = sessionOf(profile?.session)
    if (meanwhile.access_token !== old) return meanwhile.access_token
    const renewed = await refresh(meanwhile)
    if (profile) profile.session = renewed
    return renewed.access_token
  })
}

function isGood({ expires_at }: Session): boolean {
  return Date.parse(expires_at) - earlyMs > Date.now()
}

function sessionOf(session: Session | undefined): Session {
  if (session) return session
  throw notSignedIn('You are not signed in any more. Sign in again with: atelier login')
}
