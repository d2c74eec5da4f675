import { backoffMs, sleep } from './delays.ts'
import { operations } from './generated/operations.ts'
import type { AtelierEvent, SocketTicket } from './generated/types.ts'
import { isRefusal } from './streams.ts'
import type { Transport } from './transport.ts'

/** An event as a socket tells it. */
export interface LiveEvent extends Omit<AtelierEvent, 'seq'> {
  id: number
  /** `user`: it concerns you alone. */
  stream: 'user' | 'workspace'
}

export type LiveState = 'connecting' | 'open' | 'waiting' | 'closed'

export interface LiveOptions {
  onEvent: (event: LiveEvent) => void
  /** With `closed` comes the reason, unless you closed it yourself. */
  onState?: (state: LiveState, reason?: unknown) => void
  /** Older events than the server keeps were asked for: load anew what you show. */
  onGap?: () => void
  /** Left out: your own, and the workspace's if the credential may see them. */
  streams?: 'user' | 'workspace' | 'user,workspace'
  /** Go on after this event. Left out, it begins now. */
  lastEventId?: number
  signal?: AbortSignal | undefined
  /** For platforms without one of their own, such as Node 20. */
  WebSocket?: SocketMaker
}

/** As much of a WebSocket as is needed, so that others than the platform's fit as well. */
interface Socket {
  addEventListener(type: string, listener: (event: never) => void): void
  close(code?: number): void
}

export type SocketMaker = new (url: string) => Socket

/** The socket was closed for a reason that connecting again would not change. */
export class SocketClosed extends Error {
  override readonly name = 'SocketClosed'
  readonly code: number

  constructor(code: number, reason: string) {
    super(reason || `The server closed the socket with ${code}`)
    this.code = code
  }
}

/** The credential has ended, or what was sent is not taken. */
const finalCodes = new Set([1003, 1008, 1009, 4001])
/** The server beats every 25 s. */
const longestSilenceMs = 60_000

/** Tells what happens, over sockets that follow each other without a gap. */
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

  /** Keep it to go on from here another time. */
  get lastEventId(): number | undefined {
    return this.#lastEventId
  }

  close(): void {
    this.#leaving.abort()
  }

  async #run(): Promise<void> {
    const { signal } = this.#leaving
    // Nobody is called before whoever connects has this object.
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

  /** Returns when the connection is over and another may follow; throws when none should. */
  async #connectOnce(): Promise<void> {
    const { signal } = this.#leaving
    let url: string
    try {
      url = await this.#addressWithTicket()
    } catch (error) {
      if (signal.aborted || isRefusal(error)) throw error
      return
    }
    const { code, reason } = await this.#listen(url)
    if (finalCodes.has(code)) throw new SocketClosed(code, reason)
  }

  /** A ticket opens one socket, once. */
  async #addressWithTicket(): Promise<string> {
    const { signal } = this.#leaving
    const operation = operations.live.createTicket
    const { ticket } = (await this.#transport.call({ operation, signal })) as SocketTicket
    const query = { ticket, streams: this.#options.streams, last_event_id: this.#lastEventId }
    return this.#transport
      .addressOf({ operation: operations.live.connect, query })
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
        // A connection that is dead does not say that it is closed.
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
      // Also without an event so far, the next connection has to begin where this one did.
      this.#lastEventId = frame.last_event_id
      this.#become('open')
    } else if (frame.type === 'gap') {
      this.#options.onGap?.()
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
    'This platform has no WebSocket (Node has one from version 22 on). Give one as the option WebSocket, or use events.follow.',
  )
}
