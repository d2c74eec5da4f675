import { setImmediate } from 'node:timers/promises'

const bytesInARow = 128 * 1024
/** The cost of a frame in addition to its bytes. */
const bytesPerFrame = 256

/**
 * Limits how much is sent in a row before requests and the connections themselves get a turn.
 * Otherwise a burst would fill the buffer even of a client that reads as fast as it can.
 */
export class Turns {
  #bytes = 0

  /** True if the turn is over: await `next` then. */
  isOver(bytes: number): boolean {
    this.#bytes += bytes + bytesPerFrame
    return this.#bytes >= bytesInARow
  }

  async next(): Promise<void> {
    this.#bytes = 0
    await setImmediate()
  }
}
