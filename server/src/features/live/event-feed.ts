import type { Deps } from '../../deps.ts'
import type { Loop } from '../../platform/work/loops.ts'
import { eventsTopic } from '../events/dispatch-events.ts'
import { lastSeq } from '../events/follow-events.ts'
import type { StoredEvent } from './frames.ts'
import { eventsAfter } from './queries.ts'

const pageSize = 1000

type Needs = Pick<Deps, 'db' | 'bus' | 'log' | 'loops'>

interface Listener {
  /** Runs on a page of new events before any of them is sent. */
  look(events: readonly StoredEvent[]): Promise<void>
  /** Runs before an event is sent. */
  prepare(event: StoredEvent): Promise<void>
  /** Picks the receivers synchronously; clients that join later read the event from the table. */
  tell(event: StoredEvent): Promise<void>
}

/**
 * The events of all workspaces in order, read from the table once for all sockets. The bus reports
 * new events; `wake` checks without a report. Nothing is read while no client is connected.
 */
export class EventFeed {
  readonly #deps: Needs
  readonly #listener: Listener
  readonly #unsubscribe: () => void
  readonly #loop: Loop
  #position = 0
  #begun: Promise<void> | undefined
  #isWanted = false
  #isReading = false

  constructor(deps: Needs, name: string, listener: Listener) {
    this.#deps = deps
    this.#listener = listener
    this.#loop = deps.loops.watch({ name })
    this.#unsubscribe = deps.bus.subscribe(eventsTopic, () => this.wake())
  }

  /** All events up to here were sent, or are being sent to the clients connected at the time. */
  get position(): number {
    return this.#position
  }

  /** Starts with events from now on, unless the feed is already running. */
  async begin(): Promise<void> {
    this.#begun ??= lastSeq(this.#deps).then(
      // The last page from before the pause may still be in progress; it must not move this back.
      (seq) => {
        this.#position = Math.max(this.#position, seq)
        this.wake()
      },
      (error) => {
        this.#begun = undefined
        throw error
      },
    )
    await this.#begun
  }

  rest(): void {
    this.#begun = undefined
  }

  close(): void {
    this.rest()
    this.#unsubscribe()
    this.#deps.loops.forget(this.#loop)
  }

  wake(): void {
    this.#isWanted = true
    if (!this.#isReading) void this.#read()
  }

  async #read(): Promise<void> {
    this.#isReading = true
    try {
      while (this.#isWanted && this.#begun) {
        this.#isWanted = false
        this.#loop.begin()
        await this.#begun
        const page = await eventsAfter(this.#deps.db.system, this.#position, pageSize)
        if (page.length > 0) await this.#listener.look(page)
        for (const event of page) {
          await this.#listener.prepare(event)
          // No await in between: a client that joined there would miss the event or get it twice.
          this.#position = Math.max(this.#position, event.seq)
          await this.#listener.tell(event)
        }
        if (page.length === pageSize) this.#isWanted = true
        this.#loop.succeed()
      }
    } catch (error) {
      this.#loop.fail()
      if (this.#begun)
        this.#deps.log.warn({ err: error }, 'could not read events for WebSockets; retrying')
    } finally {
      this.#isReading = false
    }
  }
}
