import { HeldCounts } from '../../platform/counts/held-counts.ts'
import type { SharedCounts } from '../../platform/counts/shared-counts.ts'
import { problem } from '../problem.ts'
import type { ProblemCode } from '../problems.ts'

/** Bounds the memory of this process. */
const maxConnections = 20_000
export const maxPerCredential = 50
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

/** Counts long-lived connections of one kind: in this process, and of each owner in all processes. */
export class ConnectionQuota {
  readonly #kind: Kind
  readonly #perCredential: HeldCounts
  readonly #perWorkspace: HeldCounts
  #open = 0

  constructor(kind: Kind, counts: SharedCounts) {
    this.#kind = kind
    this.#perCredential = new HeldCounts(kind.noun, maxPerCredential, counts)
    this.#perWorkspace = new HeldCounts(`${kind.noun} of workspaces`, maxPerWorkspace, counts)
  }

  require({ credentialId, workspaceId }: Holder): void {
    const { exhausted } = this.#kind
    if (this.#open >= maxConnections) throw problem(exhausted, { headers: { 'retry-after': '10' } })
    if (this.#perCredential.of(credentialId) >= maxPerCredential) {
      throw this.#tooMany(`A credential can have ${maxPerCredential}`)
    }
    if (this.#perWorkspace.of(String(workspaceId)) >= maxPerWorkspace) {
      throw this.#tooMany(`A workspace can have ${maxPerWorkspace}`)
    }
  }

  take({ credentialId, workspaceId }: Holder): void {
    this.#open++
    this.#perCredential.take(credentialId)
    this.#perWorkspace.take(String(workspaceId))
  }

  giveBack({ credentialId, workspaceId }: Holder): void {
    this.#open--
    this.#perCredential.giveBack(credentialId)
    this.#perWorkspace.giveBack(String(workspaceId))
  }

  #tooMany(who: string) {
    const { tooMany, noun } = this.#kind
    return problem(tooMany, { detail: `${who} ${noun} open at once. Close some of them.` })
  }
}
