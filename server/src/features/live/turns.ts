import { setImmediate } from 'node:timers/promises'

const bytesInARow = 128 * 1024
/** What a frame costs beside its bytes. */
const bytesPerFrame = 256

/**
 * So much is sent in a row, then others get their turn: requests, and the connections themselves.
 * Without that, a burst would fill the buffer of a client that reads as fast as it can.
 */
export class Turns {
  #bytes = 0

  /** True when the turn is over: wait for `next` then. */
  isOver(bytes: number): boolean {
    this.#bytes += bytes + bytesPerFrame
    return this.#bytes >= bytesInARow
  }

  async next(): Promise<void> {
    this.#bytes = 0
    await setImmediate()
  }
}
