import type { WebSocket } from 'ws'
import { type Frame, heartbeat, pong } from './frames.ts'
import type { Guest } from './streams.ts'

/** Why the server closes a socket, as close code and text. Codes from 4000 are our own. */
const closeCodes = {
  stopping: [1001, 'the server is stopping'],
  binary: [1003, 'only text frames are accepted'],
  flood: [1008, 'too many messages'],
  later: [1013, 'try again later'],
  revoked: [4001, 'the credential has expired or its permissions were reduced'],
  slow: [4008, 'too slow'],
} as const

export type Reason = keyof typeof closeCodes | 'silent'

const maxUnreadBytes = 1024 * 1024
const maxMessages = 50
const messageWindowMs = 10_000
const maxUnansweredPings = 2
const asText = { binary: false }

/** One socket: its position in the event stream, and whether it is still connected. */
export class Client {
  readonly guest: Guest
  /** Events up to this position are not sent (again). */
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
    // Each ping gets a response, so pings count like messages.
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

  /** Disconnects a slow reader, because its unread data would pile up here. */
  send(frame: Frame): void {
    if (this.isFull) this.leave('slow')
    else this.#socket.send(frame, asText)
  }

  /** Sends and resolves when the frame has left this process, or cannot be sent any more. */
  sendAndWait(frame: Frame): Promise<void> {
    return new Promise((resolve) => this.#socket.send(frame, asText, () => resolve()))
  }

  /** Closes the socket. It receives nothing from now on. */
  leave(reason: keyof typeof closeCodes): void {
    if (this.isGone) return
    this.#forget(reason)
    const [code, text] = closeCodes[reason]
    this.#socket.close(code, text)
  }

  /** Sends a heartbeat and a ping. */
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
