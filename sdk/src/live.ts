import { backoffMs, sleep } from './delays.ts'
import { operations } from './generated/operations.ts'
import type { AtelierEvent, ProjectPresence, SocketTicket } from './generated/types.ts'
import { isRefusal } from './streams.ts'
import type { Transport } from './transport.ts'

/** An event as received over a socket. */
export type LiveEvent = WithoutSeq<AtelierEvent> & {
  id: number
  /** `user`: concerns only you. */
  stream: 'user' | 'workspace'
}

/** Distributes over the union, which `Omit` would merge. */
type WithoutSeq<Event> = Event extends unknown ? Omit<Event, 'seq'> : never

/** Who has a record open that this client has announced its presence at. */
export interface LivePresence {
  object: { type: string; id: string }
  people: ProjectPresence['people']
}

export type LiveState = 'connecting' | 'open' | 'waiting' | 'closed'

export interface LiveOptions {
  onEvent: (event: LiveEvent) => void
  /** `closed` comes with the reason, unless you closed the connection yourself. */
  onState?: (state: LiveState, reason?: unknown) => void
  /** The server no longer has the events you asked for: reload your data. */
  onGap?: () => void
  onPresence?: (presence: LivePresence) => void
  /** Defaults to your own, plus the workspace's if the credential may read it. */
  streams?: 'user' | 'workspace' | 'user,workspace'
  /** Resume after this event. By default, the connection starts with new events. */
  lastEventId?: number
  signal?: AbortSignal | undefined
  /** For platforms without a built-in one, such as Node 20. */
  WebSocket?: SocketMaker
}

/** The required subset of a WebSocket, so that other implementations fit as well. */
interface Socket {
  addEventListener(type: string, listener: (event: never) => void): void
  close(code?: number): void
}

export type SocketMaker = new (url: string) => Socket

/** The socket was closed for a reason that reconnecting wouldn't fix. */
export class SocketClosed extends Error {
  override readonly name = 'SocketClosed'
  readonly code: number

  constructor(code: number, reason: string) {
    super(reason || `The server closed the socket with ${code}`)
    this.code = code
  }
}

/** The credential is no longer valid, or the server rejects the message. */
const finalCodes = new Set([1003, 1008, 1009, 4001])
/** The server sends a heartbeat every 25 s. */
const longestSilenceMs = 60_000

/** Reports events over consecutive sockets, without a gap. */
export class LiveConnection {
  readonly #transport: Transport
  readonly #options: LiveOptions
  readonly #leaving = new AbortController()
  #lastEventId: number | undefined
  #state: LiveState = 'connecting'
  #tries = 0

  constructor(transport: Transport, options: LiveOptions) {
    this.#transport = transport
    this.#options = options
    this.#lastEventId = options.lastEventId
    const { signal } = options
    if (signal?.aborted) this.close()
    signal?.addEventListener('abort', () => this.close(), { once: true })
    void this.#run()
  }

  get state(): LiveState {
    return this.#state
  }

  /** Save it to resume from here later. */
  get lastEventId(): number | undefined {
    return this.#lastEventId
  }

  close(): void {
    this.#leaving.abort()
  }

  async #run(): Promise<void> {
    const { signal } = this.#leaving
    // The caller gets this object before the first callback runs.
    await Promise.resolve()
    try {
      while (!signal.aborted) {
        this.#become('connecting')
        await this.#connectOnce()
        if (signal.aborted) break
        this.#become('waiting')
        await sleep(backoffMs(this.#tries++, 500, 30_000), signal)
      }
      this.#become('closed')
    } catch (error) {
      this.#become('closed', signal.aborted ? undefined : error)
    }
  }

  /** Returns if the connection ended and may be reopened; throws if it should stay closed. */
  async #connectOnce(): Promise<void> {
    const { signal } = this.#leaving
    let url: string
    try {
      url = await this.#urlWithTicket()
    } catch (error) {
      if (signal.aborted || isRefusal(error)) throw error
      return
    }
    const { code, reason } = await this.#listen(url)
    if (finalCodes.has(code)) throw new SocketClosed(code, reason)
  }

  /** A ticket opens only one socket. */
  async #urlWithTicket(): Promise<string> {
    const { signal } = this.#leaving
    const operation = operations.live.createTicket
    const { ticket } = (await this.#transport.call({ operation, signal })) as SocketTicket
    const query = { ticket, streams: this.#options.streams, last_event_id: this.#lastEventId }
    return this.#transport
      .buildUrl({ operation: operations.live.connect, query })
      .replace(/^http/, 'ws')
  }

  #listen(url: string): Promise<{ code: number; reason: string }> {
    const { signal } = this.#leaving
    return new Promise((resolve) => {
      const socket = new (this.#options.WebSocket ?? platformSocket())(url)
      let timer: ReturnType<typeof setTimeout>
      const end = (code: number, reason: string) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
        resolve({ code, reason })
      }
      const leave = () => {
        socket.close(1000)
        // A dead connection doesn't fire 'close'.
        end(1000, '')
      }
      const listen = () => {
        clearTimeout(timer)
        timer = setTimeout(leave, longestSilenceMs)
      }
      signal.addEventListener('abort', leave)
      listen()
      socket.addEventListener('message', ({ data }: { data: unknown }) => {
        if (signal.aborted) return
        listen()
        this.#hear(JSON.parse(String(data)))
      })
      socket.addEventListener('error', () => {}) // 'close' follows
      socket.addEventListener('close', ({ code, reason }: { code: number; reason: string }) =>
        end(code, reason),
      )
    })
  }

  #hear(frame: { type: string; id?: number; last_event_id?: number }): void {
    if (frame.id !== undefined) {
      this.#lastEventId = frame.id
      this.#options.onEvent(frame as LiveEvent)
    } else if (frame.type === 'ready') {
      this.#tries = 0
      // Even without any event so far, the next connection has to start where this one did.
      this.#lastEventId = frame.last_event_id
      this.#become('open')
    } else if (frame.type === 'gap') {
      this.#options.onGap?.()
    } else if (frame.type === 'presence') {
      this.#options.onPresence?.(frame as unknown as LivePresence)
    }
  }

  #become(state: LiveState, reason?: unknown): void {
    if (this.#state === 'closed') return
    this.#state = state
    this.#options.onState?.(state, reason)
  }
}

function platformSocket(): SocketMaker {
  const { WebSocket } = globalThis as { WebSocket?: SocketMaker }
  if (WebSocket) return WebSocket
  throw new TypeError(
    'This platform has no WebSocket (Node 22 and newer do). Pass one as the WebSocket option, or use events.follow.',
  )
}
