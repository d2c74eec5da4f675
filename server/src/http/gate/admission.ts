import {
  FairSemaphore,
  maxWaitSeconds,
  type Release,
  type SemaphoreLoad,
} from '../../lib/fair-semaphore.ts'

/** A workspace leaves some of the transactions and of the event loop to others. */
export const maxPerWorkspace = 8
/** Eight workspaces at their maximum. Beyond that, more at once only makes all of them slower. */
const maxAtOnce = 8 * maxPerWorkspace

/**
 * Where requests wait before anything is done for them. A workspace that fills its share waits
 * behind its own requests; those of others take turns with it.
 */
export class Admission {
  readonly #slots = new FairSemaphore<number>(maxAtOnce, maxPerWorkspace)

  /**
   * Waits until a request of the workspace may proceed. Call `Release` when it is done. Rejects with
   * `Overloaded` after `maxWaitSeconds`, and at once when `signal` aborts.
   */
  async enter(workspaceId: number, signal?: () => AbortSignal): Promise<Release> {
    const release = this.#slots.tryAcquire(workspaceId)
    return release ?? this.#slots.acquire(workspaceId, { maxWaitSeconds, signal: signal?.() })
  }

  load(): SemaphoreLoad {
    return this.#slots.load()
  }
}
