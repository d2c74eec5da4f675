import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { HeldCounts } from '../../platform/counts/held-counts.ts'
import { credentialsTopic } from '../auth/credential-news.ts'
import { credentialsById } from '../auth/credentials.ts'

/** The bus does not announce every revoked key, so all exchanges are checked at this interval. */
const checkEveryMs = 2000

/** Each one uses memory while it is open. */
const maxOfOneCredential = 200

interface Exchange {
  credentialId: string
  workspaceId: number
  end(): void
}

/** The responses in progress. They end when their credential does or the server stops. */
export class OpenExchanges {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'log'>
  readonly #open = new Set<Exchange>()
  readonly #perCredential: HeldCounts
  readonly #unsubscribe: () => void
  #timer: NodeJS.Timeout | undefined
  #checking = false

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'counts' | 'log' | 'bus'>) {
    this.#deps = deps
    this.#perCredential = new HeldCounts('mcp', maxOfOneCredential, deps.counts)
    this.#unsubscribe = deps.bus.subscribe(credentialsTopic, () => void this.#check())
  }

  /** A single credential must not use up all capacity. */
  requireRoom({ credentialId }: Actor): void {
    const open = this.#perCredential.of(credentialId)
    if (open < maxOfOneCredential) return
    throw problem('rate_limited', {
      detail: `The credential has ${open} open responses of /mcp, the maximum. Wait for one to finish.`,
      headers: { 'retry-after': '5' },
    })
  }

  /** Returns a function to call when the response is sent. */
  add({ credentialId, workspaceId }: Actor, end: () => void): () => void {
    const exchange = { credentialId, workspaceId, end }
    this.#open.add(exchange)
    this.#perCredential.take(credentialId)
    this.#timer ??= setInterval(() => void this.#check(), checkEveryMs).unref()
    return () => {
      if (this.#open.delete(exchange)) this.#perCredential.giveBack(credentialId)
      if (this.#open.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }

  close(): void {
    this.#unsubscribe()
    for (const { end } of this.#open) end()
  }

  async #check(): Promise<void> {
    if (this.#checking || this.#open.size === 0) return
    this.#checking = true
    try {
      const ids = new Set([...this.#open].map(({ credentialId }) => credentialId))
      const valid = await credentialsById(this.#deps, [...ids])
      for (const { credentialId, workspaceId, end } of this.#open) {
        const reached = valid.get(credentialId)?.workspaces.find(({ id }) => id === workspaceId)
        if (!reached?.is_active) end()
      }
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'could not check the credentials of /mcp streams')
    } finally {
      this.#checking = false
    }
  }
}
