import { harmless } from '../output.ts'
import { revoke } from './oauth.ts'
import { changeProfiles } from './store.ts'

/** Deletes a profile and ends its session on the server. A key stays: others may use it. */
export async function signOut(name: string) {
  const { profile, current } = await changeProfiles((kept) => {
    const profile = kept.profiles[name]
    delete kept.profiles[name]
    if (kept.current === name) kept.current = Object.keys(kept.profiles)[0] ?? null
    return { profile, current: kept.current }
  })
  const isRevoked = profile?.session ? await revoke(profile.session) : false
  const next = current ? ` The current profile is now "${harmless(current)}".` : ''
  return {
    data: { profile: name, is_revoked: isRevoked, current },
    text: `Signed out of ${profile?.url}: ${what(profile?.key !== undefined, isRevoked)}${next}`,
  }
}

function what(isKey: boolean, isRevoked: boolean): string {
  if (isKey)
    return 'the key was removed here, but works until it is revoked (atelier api-keys revoke).'
  if (isRevoked) return 'the session has ended.'
  return 'the session was removed here, but the server did not answer; it expires on its own.'
}
