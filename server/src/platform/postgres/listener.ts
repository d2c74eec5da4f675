import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionOptions } from './settings.ts'
import { ourSessions } from './sleeping-sessions.ts'
import { quoteIdentifier } from './statement.ts'

interface Channel {
  name: string
  onMessage(text: string): void
  /** Called when listening begins, also after an interruption, because messages may be missing. */
  onListening(): void
}

const echoEveryMs = 5000
const closeMs = 1000
const reconnectAfterMs = 200

/**
 * The connection that listens for notifications. It sends nothing, so it would not notice that it
 * is dead. Therefore it listens for its own echo, and reconnects if the echo does not arrive.
 */
export class Listener {
  readonly #url: string
  readonly #notify: (channel: string, text: string) => Promise<void>
  readonly #channels: Channel[] = []
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #hasEcho = true
  #isHeard = true
  #isClosed = false

  constructor(url: string, notify: (channel: string, text: string) => Promise<void>) {
    this.#url = url
    this.#notify = notify
  }

  async listen(channel: Channel): Promise<void> {
    if (this.#channels.length === 0) this.#startEcho()
    this.#channels.push(channel)
    if (this.#client) await listenOn(this.#client, [channel])
    else await this.#connect()
  }

  /** Whether the last echo arrived. */
  get isHeard(): boolean {
    return this.#isHeard
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await Promise.race([this.#client?.end(), sleep(closeMs, undefined, { ref: false })])
  }

  #startEcho(): void {
    const onMessage = () => {
      this.#hasEcho = true
    }
    const name = `atelier_echo_${randomUUID()}`
    this.#channels.push({ name, onMessage, onListening: onMessage })
    this.#timer = setInterval(() => void this.#check(name), echoEveryMs).unref()
  }

  async #check(echo: string): Promise<void> {
    this.#isHeard = this.#hasEcho
    if (!this.#hasEcho) this.#client?.connection.stream.destroy()
    try {
      this.#hasEcho = false
      await this.#notify(echo, '')
    } catch {
      // The database is away. The listener reconnects by itself when it is back.
      this.#isHeard = false
      this.#hasEcho = true
    }
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ ...connectionOptions(this.#url, ourSessions), pipeline: true })
    this.#client = client
    client.on('error', () => {})
    client.on('notification', ({ channel, payload = '' }) => {
      for (const { name, onMessage } of this.#channels) if (name === channel) onMessage(payload)
    })
    try {
      await client.connect()
      await listenOn(client, this.#channels)
    } catch (error) {
      client.connection.stream.destroy()
      throw error
    }
    client.on('end', () => void this.#reconnect())
  }

  async #reconnect(): Promise<void> {
    while (!this.#isClosed) {
      await sleep(reconnectAfterMs, undefined, { ref: false })
      if (this.#isClosed) return
      const isConnected = await this.#connect().then(
        () => true,
        () => false,
      )
      if (isConnected) return
    }
  }
}

async function listenOn(client: pg.Client, channels: readonly Channel[]): Promise<void> {
  const sent = channels.map(({ name }) => client.query(`listen ${quoteIdentifier(name)}`))
  await Promise.all(sent)
  for (const { onListening } of channels) onListening()
}
