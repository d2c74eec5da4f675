import { sha256 } from '../../lib/hash.ts'
import type { SharedCounts, SharedHolding } from './shared-counts.ts'

interface HeldCount {
  here: number
  /** In other processes, as of the last exchange. */
  elsewhere: number
  shared?: SharedHolding
}

/** An owner who holds less than this share of the maximum here is not worth an exchange. */
const minSharedPart = 0.1

/**
 * How many of something each owner holds at the moment, in all processes. Once an owner holds a
 * noticeable part of the maximum here, the processes compare their numbers within a second. So each
 * further process can exceed the maximum by a tenth, or by what an owner takes in a second.
 */
export class HeldCounts {
  readonly #name: string
  readonly #sharedFrom: number
  readonly #counts: SharedCounts
  readonly #owners = new Map<string, HeldCount>()

  constructor(name: string, max: number, counts: SharedCounts) {
    this.#name = name
    this.#sharedFrom = max * minSharedPart
    this.#counts = counts
  }

  of(owner: string): number {
    const held = this.#owners.get(owner)
    return held ? held.here + held.elsewhere : 0
  }

  take(owner: string): void {
    const held = this.#owners.get(owner) ?? { here: 0, elsewhere: 0 }
    this.#owners.set(owner, held)
    held.here++
    if (held.here >= this.#sharedFrom) held.shared ??= this.#shared(owner, held)
    if (held.shared) this.#counts.holdSoon(held.shared)
  }

  giveBack(owner: string): void {
    const held = this.#owners.get(owner)
    if (!held) return
    held.here--
    if (held.here === 0) this.#owners.delete(owner)
    if (held.shared) this.#counts.holdSoon(held.shared)
  }

  #shared(owner: string, held: HeldCount): SharedHolding {
    return {
      key: sha256(`${this.#name} ${owner}`),
      held: () => held.here,
      onOthers: (elsewhere) => {
        held.elsewhere = elsewhere
      },
    }
  }
}
