import { problem } from '../../http/problem.ts'
import { HeldCounts } from '../../platform/counts/held-counts.ts'
import type { SharedCounts } from '../../platform/counts/shared-counts.ts'

/** Bounds the memory of this process. */
const maxSockets = 20_000
const maxPerCredential = 50

/** Counts the open sockets: in this process, and of each credential in all processes. */
export class SocketQuota {
  #sockets = 0
  readonly #perCredential: HeldCounts

  constructor(counts: SharedCounts) {
    this.#perCredential = new HeldCounts('sockets', maxPerCredential, counts)
  }

  require(credentialId: string): void {
    if (this.#sockets >= maxSockets) {
      throw problem('sockets_exhausted', { headers: { 'retry-after': '10' } })
    }
    if (this.#perCredential.of(credentialId) >= maxPerCredential) {
      throw problem('too_many_sockets', {
        detail: `A credential can have ${maxPerCredential} WebSockets open at once.`,
      })
    }
  }

  take(credentialId: string): void {
    this.#sockets++
    this.#perCredential.take(credentialId)
  }

  giveBack(credentialId: string): void {
    this.#sockets--
    this.#perCredential.giveBack(credentialId)
  }
}
