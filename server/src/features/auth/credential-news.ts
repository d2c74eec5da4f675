import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/postgres/db.ts'

/**
 * The bus topic for credentials that ended without an event. The message is an
 * `Actor.credentialId`, or "user:7" for all credentials of a user.
 */
export const credentialsTopic = 'credentials'

/** Makes every process recheck open connections of a credential once its end is committed. */
export function announceEnd({ bus }: Pick<Deps, 'bus'>, tx: Tx, name: string): void {
  // A lost message does little harm: open sockets are rechecked every 30 seconds.
  tx.afterCommit(() => bus.publish(credentialsTopic, name))
}
