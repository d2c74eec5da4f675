import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { LoopUtilization } from './fair-turns.ts'

const busyFrom = 0.5
const turnEveryMs = 5
/** How many connections of one address begin per turn. */
const perTurn = { busy: 1, idle: 5 }
/** The kernel keeps what they send; more would only wait until their clients give up. */
const maxWaiting = 1000

/**
 * While the event loop is busy, new connections begin slowly, those of each address in turn: a
 * client that opens and drops them as fast as it can would otherwise keep it busy with nothing but
 * reading. Connections that are already open are not affected, and at other times nobody waits.
 */
export class NewConnections {
  readonly #busyness: LoopUtilization
  readonly #begin: (socket: Socket) => void
  readonly #lines = new Map<string, Socket[]>()
  #turns: NodeJS.Timeout | undefined

  constructor(busyness: LoopUtilization, begin: (socket: Socket) => void) {
    this.#busyness = busyness
    this.#begin = begin
  }

  add(socket: Socket): void {
    const address = socket.remoteAddress ?? ''
    const line = this.#lines.get(address)
    if (line && line.length >= maxWaiting) socket.destroy()
    else if (line) line.push(socket)
    else if (this.#isBusy()) this.#lines.set(address, [socket])
    else this.#begin(socket)
    if (this.#lines.size > 0) this.#turns ??= setInterval(() => this.#turn(), turnEveryMs)
  }

  /** Lets everyone in who waits. */
  close(): void {
    const waiting = [...this.#lines.values()].flat()
    this.#lines.clear()
    this.#stop()
    for (const socket of waiting) this.#begin(socket)
  }

  #isBusy(): boolean {
    return this.#busyness() >= busyFrom
  }

  #turn(): void {
    const count = this.#isBusy() ? perTurn.busy : perTurn.idle
    for (const [address, line] of this.#lines) {
      for (const socket of line.splice(0, count)) this.#begin(socket)
      if (line.length === 0) this.#lines.delete(address)
    }
    if (this.#lines.size === 0) this.#stop()
  }

  #stop(): void {
    clearInterval(this.#turns)
    this.#turns = undefined
  }
}

/** Puts `NewConnections` in front of the server's own handling of connections. */
export function spreadConnections(
  server: Server,
  busyness: LoopUtilization,
  stopping: AbortSignal,
): void {
  const own = server.listeners('connection')
  server.removeAllListeners('connection')
  const connections = new NewConnections(busyness, (socket) => {
    if (socket.destroyed) return
    for (const listener of own) listener.call(server, socket)
    socket.resume()
  })
  // Nothing of a connection is read before its turn.
  Object.assign(server, { pauseOnConnect: true })
  server.on('connection', (socket) => connections.add(socket))
  stopping.addEventListener('abort', () => connections.close(), { once: true })
}
