import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'

interface Channel {
  name: string
  onMessage(text: string): void
  /** Called when listening begins, also after an interruption, because messages may be missing. */
  onListening(): void
}

const echoEveryMs = 5000

/**
 * The connection that listens for notifications. It sends nothing, so it would not notice that it
 * is dead. Therefore it listens for its own echo, and reconnects if the echo does not arrive.
 */
export class Listener {
  readonly #open: () => postgres.Sql
  readonly #notify: (channel: string, text: string) => Promise<void>
  readonly #channels: Channel[] = []
  readonly #echoChannel = `atelier_echo_${randomUUID()}`
  #client: postgres.Sql
  #timer: NodeJS.Timeout | undefined
  #hasEcho = true
  #isHeard = true

  constructor(open: () => postgres.Sql, notify: (channel: string, text: string) => Promise<void>) {
    this.#open = open
    this.#notify = notify
    this.#client = open()
  }

  async listen(channel: Channel): Promise<void> {
    if (this.#channels.length === 0) await this.#startEcho()
    this.#channels.push(channel)
    await listenOn(this.#client, channel)
  }

  /** Whether the last echo arrived. */
  get isHeard(): boolean {
    return this.#isHeard
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#client.end({ timeout: 5 })
  }

  async #startEcho(): Promise<void> {
    const onMessage = () => {
      this.#hasEcho = true
    }
    const echo = { name: this.#echoChannel, onMessage, onListening: onMessage }
    this.#channels.push(echo)
    await listenOn(this.#client, echo)
    this.#timer = setInterval(() => void this.#check(), echoEveryMs).unref()
  }

  async #check(): Promise<void> {
    this.#isHeard = this.#hasEcho
    if (!this.#hasEcho) this.#replace()
    try {
      this.#hasEcho = false
      await this.#notify(this.#echoChannel, '')
    } catch {
      // The database is away. The client reconnects by itself when it is back.
      this.#isHeard = false
      this.#hasEcho = true
    }
  }

  #replace(): void {
    void this.#client.end({ timeout: 0 }).catch(() => {})
    this.#client = this.#open()
    for (const channel of this.#channels) listenOn(this.#client, channel).catch(() => {})
  }
}

async function listenOn(
  client: postgres.Sql,
  { name, onMessage, onListening }: Channel,
): Promise<void> {
  await client.listen(name, onMessage, onListening)
}
