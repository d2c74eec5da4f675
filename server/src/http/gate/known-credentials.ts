import type { IncomingHttpHeaders } from 'node:http'
import { sha256 } from '../../lib/hash.ts'
import type { Actor } from '../permissions.ts'

type Holder = Pick<Actor, 'credentialId' | 'workspaceId'>

const maxKnown = 10_000
const names = ['authorization', 'cookie', 'x-api-key', 'xi-api-key', 'organization'] as const

/**
 * Whom a credential last stood for. With it, a flood of a known credential is refused before it
 * reaches the database. It grants nothing: every request that goes on is authenticated.
 */
export class KnownCredentials {
  readonly #holders = new Map<string, Holder>()

  /** Undefined if the credential is new here. It may have been revoked since. */
  find(headers: IncomingHttpHeaders): Holder | undefined {
    return this.#holders.get(hashCredential(headers))
  }

  note(headers: IncomingHttpHeaders, { credentialId, workspaceId }: Holder): void {
    const key = hashCredential(headers)
    if (this.#holders.get(key)?.workspaceId === workspaceId) return
    this.#holders.set(key, { credentialId, workspaceId })
    if (this.#holders.size <= maxKnown) return
    const [oldest] = this.#holders.keys()
    this.#holders.delete(oldest as string)
  }

  forget(headers: IncomingHttpHeaders): void {
    this.#holders.delete(hashCredential(headers))
  }
}

/** Secrets are not kept in memory. */
function hashCredential(headers: IncomingHttpHeaders): string {
  return sha256(names.map((name) => `${headers[name] ?? ''}`).join('\n'))
}
