import type { Deps } from '../../deps.ts'
import { type Actor, listPermissions } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { endAccess } from './end-credentials.ts'
import { hasSignedInFrom } from './log-in.ts'
import { hashPassword, passwordFits } from './passwords.ts'

interface NewPassword {
  current_password?: string
  new_password: string
}

type Needs = Pick<Deps, 'db' | 'clock' | 'bus' | 'signIns'>

/**
 * Sets the user's own password. The first one needs no current password (the owner of a new
 * installation has only a key); every later one does. Ends all other access of the user: other
 * sessions, OAuth clients and links.
 */
export async function changePassword(
  deps: Needs,
  actor: Actor,
  { current_password = '', new_password }: NewPassword,
  address: string,
): Promise<null> {
  requireWholePerson(actor)
  await checkCurrent(deps, actor, current_password, address)
  const passwordHash = await hashPassword(new_password)
  const [kind, id = null] = actor.credentialId.split(':')
  await deps.db.transaction('system', async (tx) => {
    await tx`update users set password_hash = ${passwordHash}, updated_at = ${deps.clock()}
      where id = ${actor.userId}`
    await endAccess(deps, tx, actor.userId, kind === 'session' ? id : null)
  })
  return null
}

/** Counts as a sign-in attempt: a stolen session must not allow guessing the password. */
async function checkCurrent(
  { db, signIns }: Needs,
  { userId }: Actor,
  password: string,
  address: string,
): Promise<void> {
  const [user] = await db.system<{ email: string; password_hash: string | null }>`
    select email, password_hash from users where id = ${userId}`
  if (!user?.password_hash) return
  const { email, password_hash } = user
  const isKnown = () => hasSignedInFrom(db.system, email, address)
  await signIns.attempt({ account: email, address, isKnown }, async () => {
    if (!(await passwordFits(password_hash, password))) throw problem('wrong_password')
  })
}

/** A key with fewer permissions than its user must not gain them by setting a password. */
function requireWholePerson(actor: Actor): void {
  if (actor.permissions.size === listPermissions(actor.role).size) return
  throw problem('permission_denied', {
    detail: 'This API key has fewer permissions than its user, so it cannot set the password.',
  })
}
