import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '../src/platform/postgres/free-port.ts'

const heardChars = 1_000_000

/** A TCP proxy whose connections can be cut, silenced and redirected to another server. */
export async function startTcpProxy(target: string) {
  /** Each open socket, with the one that gets what it sends. */
  const sockets = new Map<Socket, Socket>()
  let goal = target
  let connections = 0
  let heard = ''
  let isHolding = false
  const server = createServer((near) => {
    connections++
    const { hostname, port } = new URL(goal)
    const far = connect(Number(port), hostname)
    far.on('data', (bytes) => {
      heard = (heard + bytes).slice(-heardChars)
    })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.set(from, to)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      if (isHolding) from.pause()
      else from.pipe(to)
    }
  })
  const url = new URL(target)
  // While the line is closed, the system could give a port of its choice to another connection.
  url.port = String(await freePort())
  server.listen(Number(url.port), '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets.keys()) socket.destroy()
  }
  return {
    url: url.href,
    baseUrl: url.origin,
    connections: () => connections,
    open: () => sockets.size,
    /** What the server has sent, without the beginning if that is long. */
    heard: () => heard,
    redirectTo: (newTarget: string) => {
      goal = newTarget
    },
    cut,
    /** Leaves the connections open, but passes on nothing. */
    freeze: () => {
      for (const socket of sockets.keys()) socket.unpipe().pause()
    },
    /** Holds back everything, on old and new connections, until told otherwise. */
    pause: (isOn: boolean) => {
      isHolding = isOn
      for (const [from, to] of sockets) {
        if (isOn) from.unpipe().pause()
        else from.pipe(to)
      }
    },
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
    /** Listens again after `close`. */
    restore: async () => {
      if (server.listening) return
      server.listen(Number(url.port), '127.0.0.1')
      await once(server, 'listening')
    },
  }
}
