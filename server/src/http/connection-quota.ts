import { problem } from './problem.ts'
import type { ProblemCode } from './problems.ts'

const maxConnections = 20_000
const maxPerCredential = 50
/** With many keys, one workspace could otherwise use up the connections of all. */
const maxPerWorkspace = maxConnections / 2

interface Holder {
  credentialId: string
  workspaceId: number
}

interface Kind {
  /** In messages: "50 WebSockets". */
  noun: string
  tooMany: ProblemCode
  exhausted: ProblemCode
}

/** Counts the long-lived connections of one kind in this process. */
export class ConnectionQuota {
  readonly #kind: Kind
  #open = 0
  readonly #held = new Map<string | number, number>()

  constructor(kind: Kind) {
    this.#kind = kind
  }

  require({ credentialId, workspaceId }: Holder): void {
    const { exhausted } = this.#kind
    if (this.#open >= maxConnections) throw problem(exhausted, { headers: { 'retry-after': '10' } })
    if (this.#of(credentialId) >= maxPerCredential) {
      throw this.#tooMany(`A credential can have ${maxPerCredential}`)
    }
    if (this.#of(workspaceId) >= maxPerWorkspace) {
      throw this.#tooMany(`A workspace can have ${maxPerWorkspace}`)
    }
  }

  take({ credentialId, workspaceId }: Holder): void {
    this.#open++
    for (const holder of [credentialId, workspaceId]) this.#held.set(holder, this.#of(holder) + 1)
  }

  giveBack({ credentialId, workspaceId }: Holder): void {
    this.#open--
    for (const holder of [credentialId, workspaceId]) {
      const left = this.#of(holder) - 1
      if (left > 0) this.#held.set(holder, left)
      else this.#held.delete(holder)
    }
  }

  #of(holder: string | number): number {
    return this.#held.get(holder) ?? 0
  }

  #tooMany(who: string) {
    const { tooMany, noun } = this.#kind
    return problem(tooMany, { detail: `${who} ${noun} open at once. Close some of them.` })
  }
}
