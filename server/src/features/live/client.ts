import type { WebSocket } from 'ws'
import { type Frame, heartbeat, pong } from './frames.ts'
import type { Guest } from './streams.ts'

/** Why the server closes a socket, and how it says so. From 4000 on, codes are our own. */
const closeCodes = {
  stopping: [1001, 'the server is stopping'],
  binary: [1003, 'only text is taken'],
  flood: [1008, 'too many messages'],
  later: [1013, 'try again later'],
  revoked: [4001, 'the credential has ended or may less'],
  slow: [4008, 'too slow'],
} as const

export type Reason = keyof typeof closeCodes | 'silent'

const maxUnreadBytes = 1024 * 1024
const maxMessages = 50
const messageWindowMs = 10_000
const maxUnansweredPings = 2
const asText = { binary: false }

/** One socket: what it has been told, and whether it still listens. */
export class Client {
  readonly guest: Guest
  /** Nothing up to here is told (again). */
  position = 0
  isGreeted = false
  isGone = false
  readonly #socket: WebSocket
  readonly #onGone: (client: Client, reason: Reason | undefined) => void
  #unansweredPings = 0
  #messages = 0
  #windowEndsMs = 0

  constructor(
    socket: WebSocket,
    guest: Guest,
    onGone: (client: Client, reason: Reason | undefined) => void,
  ) {
    this.guest = guest
    this.#socket = socket
    this.#onGone = onGone
    socket.on('message', (data, isBinary) => this.#hear(data as Buffer, isBinary))
    // Each is answered, so they count like messages.
    socket.on('ping', () => this.#countMessage())
    socket.on('pong', () => {
      this.#unansweredPings = 0
    })
    socket.on('error', () => {}) // 'close' follows
    socket.on('close', () => this.#forget(undefined))
  }

  get isFull(): boolean {
    return this.#socket.bufferedAmount > maxUnreadBytes
  }

  /** Whoever reads too slowly has to go: what they do not read would pile up here. */
  send(frame: Frame): void {
    if (this.isFull) this.leave('slow')
    else this.#socket.send(frame, asText)
  }

  /** Sends and returns when it has left this process, or cannot any more. */
  sendAndWait(frame: Frame): Promise<void> {
    return new Promise((resolve) => this.#socket.send(frame, asText, () => resolve()))
  }

  /** Closes the socket; from this moment it is told nothing. */
  leave(reason: keyof typeof closeCodes): void {
    if (this.isGone) return
    this.#forget(reason)
    const [code, text] = closeCodes[reason]
    this.#socket.close(code, text)
  }

  /** A sign of life to the client, and the question for one. */
  beat(): void {
    if (!this.isGreeted) return
    if (this.#unansweredPings < maxUnansweredPings) {
      this.#unansweredPings++
      this.#socket.ping()
      this.send(heartbeat)
    } else {
      this.#forget('silent')
      this.#socket.terminate()
    }
  }

  #hear(data: Buffer, isBinary: boolean): void {
    if (isBinary) this.leave('binary')
    else this.#countMessage()
    if (!this.isGone && isPing(data)) this.send(pong)
  }

  #countMessage(): void {
    const now = performance.now()
    if (now > this.#windowEndsMs) {
      this.#windowEndsMs = now + messageWindowMs
      this.#messages = 0
    }
    if (++this.#messages > maxMessages) this.leave('flood')
  }

  #forget(reason: Reason | undefined): void {
    if (this.isGone) return
    this.isGone = true
    this.#onGone(this, reason)
  }
}

function isPing(data: Buffer): boolean {
  try {
    return JSON.parse(data.toString())?.type === 'ping'
  } catch {
    return false
  }
}
