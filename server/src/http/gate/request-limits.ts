import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../permissions.ts'
import { RequestRate } from './request-rate.ts'

type Holder = Pick<Actor, 'credentialId' | 'workspaceId'>

/** Reading and storing this much of a JSON body costs about as much as another request. */
const bytesPerRequest = 8 * 1024

/**
 * How many requests a credential may send, and all credentials of a workspace together. A JSON body
 * counts by its size, because its cost grows with it.
 */
export class RequestLimits {
  readonly #credentials: RequestRate
  readonly #workspaces: RequestRate
  readonly #maxCost: number

  constructor({ rateLimit }: Pick<Config, 'rateLimit'>, deps: Pick<Deps, 'clock' | 'counts'>) {
    const { perSecond, workspacePerSecond, burstSeconds } = rateLimit
    this.#credentials = new RequestRate({ policy: 'default', perSecond, burstSeconds }, deps)
    this.#workspaces = new RequestRate(
      { policy: 'workspace', perSecond: workspacePerSecond, burstSeconds },
      deps,
    )
    // A second's worth: always less than a burst, so every single request is possible.
    this.#maxCost = Math.max(1, Math.min(perSecond || Infinity, workspacePerSecond || Infinity))
  }

  /** Throws if the next request would be refused. Counts nothing. */
  require({ credentialId, workspaceId }: Holder, cost = 1): void {
    const refusal =
      this.#credentials.checkRate(credentialId, cost) ??
      this.#workspaces.checkRate(String(workspaceId), cost)
    if (refusal) throw refusal
  }

  /** Counts a request, or refuses it. Returns the headers that show what remains. */
  take(holder: Holder, cost = 1): Record<string, string> {
    this.require(holder, cost)
    const workspace = String(holder.workspaceId)
    this.#credentials.count(holder.credentialId, cost)
    this.#workspaces.count(workspace, cost)
    const shown = [this.#credentials.show(holder.credentialId), this.#workspaces.show(workspace)]
    const limits = shown.filter((one) => one !== undefined)
    if (limits.length === 0) return {}
    return {
      'ratelimit-policy': limits.map(({ policy }) => policy).join(', '),
      ratelimit: limits.map(({ state }) => state).join(', '),
    }
  }

  /** At most a second's worth. A JSON body of unknown length costs as much as the largest. */
  computeCost({ headers }: Pick<FastifyRequest, 'headers'>): number {
    if (!/json/i.test(headers['content-type'] ?? '')) return 1
    const isOpen = headers['transfer-encoding'] !== undefined
    const bytes = Number(headers['content-length'] ?? (isOpen ? Infinity : 0))
    return Math.min(this.#maxCost, 1 + Math.floor(bytes / bytesPerRequest))
  }
}
