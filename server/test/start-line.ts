import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '../src/platform/postgres/free-port.ts'

/** A TCP proxy whose connections can be cut, silenced and redirected to another server. */
export async function startLine(target: string) {
  const sockets = new Set<Socket>()
  let goal = target
  let connections = 0
  let heard = ''
  const server = createServer((near) => {
    connections++
    const { hostname, port } = new URL(goal)
    const far = connect(Number(port), hostname)
    far.on('data', (bytes) => {
      heard += bytes
    })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  const url = new URL(target)
  // While the line is closed, the system could give a port of its choice to another connection.
  url.port = String(await freePort())
  server.listen(Number(url.port), '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    address: url.origin,
    connections: () => connections,
    open: () => sockets.size,
    /** Everything that the server has sent. */
    heard: () => heard,
    leadTo: (address: string) => {
      goal = address
    },
    cut,
    /** Leaves the connections open, but passes on nothing. */
    freeze: () => {
      for (const socket of sockets) socket.unpipe().pause()
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
