import type { Deps } from '../../deps.ts'
import { eventsTopic } from '../events/dispatch-events.ts'
import { lastSeq } from '../events/follow-events.ts'
import type { StoredEvent } from './frames.ts'
import { eventsAfter } from './queries.ts'

const pageSize = 1000

type Needs = Pick<Deps, 'db' | 'bus' | 'log'>

interface Listener {
  /** What has to be known about the next events before any of them is told. */
  look(events: readonly StoredEvent[]): Promise<void>
  /** What has to be done before the event can be told. */
  prepare(event: StoredEvent): Promise<void>
  /** Finds out at once whom to tell; whoever comes later reads the event from the table. */
  tell(event: StoredEvent): Promise<void>
}

/**
 * The events of all workspaces in order, read from the table once for all sockets. The bus says
 * when there are new ones; `wake` looks without being told. While nobody listens nothing is read.
 */
export class EventFeed {
  readonly #deps: Needs
  readonly #listener: Listener
  readonly #unsubscribe: () => void
  #position = 0
  #begun: Promise<void> | undefined
  #isWanted = false
  #isReading = false

  constructor(deps: Needs, listener: Listener) {
    this.#deps = deps
    this.#listener = listener
    this.#unsubscribe = deps.bus.subscribe(eventsTopic, () => this.wake())
  }

  /** Everything up to here has been told, or is being told to those who were there. */
  get position(): number {
    return this.#position
  }

  /** Starts with what happens from now on, unless it runs already. */
  async begin(): Promise<void> {
    this.#begun ??= lastSeq(this.#deps).then(
      // A last page may still be under way from before the rest; it must not set this back.
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
        await this.#begun
        const page = await eventsAfter(this.#deps.db.system, this.#position, pageSize)
        if (page.length > 0) await this.#listener.look(page)
        for (const event of page) {
          await this.#listener.prepare(event)
          // Both in one go: whoever joined between them would miss the event or get it twice.
          this.#position = Math.max(this.#position, event.seq)
          await this.#listener.tell(event)
        }
        if (page.length === pageSize) this.#isWanted = true
      }
    } catch (error) {
      if (this.#begun)
        this.#deps.log.warn({ err: error }, 'sockets wait: events are looked for again')
    } finally {
      this.#isReading = false
    }
  }
}
