import { problem } from '../../http/problem.ts'

const maxSockets = 20_000
const maxPerCredential = 50

/** Counts the open sockets of this process, in total and per credential. */
export class SocketQuota {
  #sockets = 0
  readonly #perCredential = new Map<string, number>()

  require(credentialId: string): void {
    if (this.#sockets >= maxSockets) {
      throw problem('sockets_exhausted', { headers: { 'retry-after': '10' } })
    }
    if (this.#of(credentialId) >= maxPerCredential) {
      throw problem('too_many_sockets', {
        detail: `A credential can have ${maxPerCredential} WebSockets open at once.`,
      })
    }
  }

  take(credentialId: string): void {
    this.#sockets++
    this.#perCredential.set(credentialId, this.#of(credentialId) + 1)
  }

  giveBack(credentialId: string): void {
    this.#sockets--
    const left = this.#of(credentialId) - 1
    if (left > 0) this.#perCredential.set(credentialId, left)
    else this.#perCredential.delete(credentialId)
  }

  #of(credentialId: string): number {
    return this.#perCredential.get(credentialId) ?? 0
  }
}
