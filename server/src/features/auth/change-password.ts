import type { Deps } from '../../deps.ts'
import { type Actor, permissionsOf } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { tellEnded } from './credential-news.ts'
import { hashPassword, passwordFits } from './passwords.ts'

interface NewPassword {
  current_password?: string
  new_password: string
}

/**
 * Sets the person's own password. The first one needs no other (the owner of a new installation
 * has only a key); every later one needs the current. All other sessions of the person end.
 */
export async function changePassword(
  deps: Pick<Deps, 'db' | 'clock' | 'bus' | 'log'>,
  actor: Actor,
  { current_password, new_password }: NewPassword,
): Promise<null> {
  requireWholePerson(actor)
  const [user] = await deps.db.system<{ password_hash: string | null }>`
    select password_hash from users where id = ${actor.userId}`
  if (user?.password_hash && !(await passwordFits(user.password_hash, current_password ?? ''))) {
    throw problem('wrong_password')
  }
  const passwordHash = await hashPassword(new_password)
  const own = actor.credentialId.split(':')[1] as string
  await deps.db.transaction('system', async (tx) => {
    await tx`update users set password_hash = ${passwordHash}, updated_at = ${deps.clock()}
      where id = ${actor.userId}`
    await tx`update sessions set revoked_at = ${deps.clock()}
      where user_id = ${actor.userId} and revoked_at is null and id <> ${own}`
    // Whoever asked for a link before has remembered, or was somebody else.
    await tx`delete from sign_in_links where user_id = ${actor.userId}`
    tellEnded(deps, tx, `user:${actor.userId}`)
  })
  return null
}

/** A key that may less than its person must not become the person by setting a password. */
function requireWholePerson(actor: Actor): void {
  if (actor.permissions.size === permissionsOf(actor.role).size) return
  throw problem('permission_denied', {
    detail: 'This API key may less than its person, so it cannot set the password.',
  })
}
