import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/postgres/db.ts'

/**
 * Told on the bus when credentials have ended without an event that says so. The message names one
 * as `Actor.credentialId` does, or everything of a person as "user:7".
 */
export const credentialsTopic = 'credentials'

/** Has every process look again at what is open with a credential, once its end is committed. */
export function announceEnd({ bus, log }: Pick<Deps, 'bus' | 'log'>, tx: Tx, name: string): void {
  tx.afterCommit(() =>
    // Open sockets are looked at every half minute anyway.
    bus.publish(credentialsTopic, name).catch((error) => {
      log.warn({ err: error }, 'nobody was told that a credential has ended')
    }),
  )
}
