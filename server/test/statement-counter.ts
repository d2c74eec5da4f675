import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface StatementCounter {
  /** The database, reached through the counter. */
  url: string
  count(): number
  close(): Promise<void>
}

/** Passes everything on to PostgreSQL and counts the statements on the way. */
export async function countStatements(databaseUrl: string): Promise<StatementCounter> {
  const { hostname, port } = new URL(databaseUrl)
  let statements = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(Number(port), hostname)
    const reader = messageReader((type) => {
      if (type === 'Q' || type === 'E') statements++ // Query or Execute
    })
    client.on('data', reader)
    client.pipe(database).pipe(client)
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one)
      one.setNoDelay(true)
      one.on('error', () => {})
      one.on('close', () => other.destroy())
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    count: () => statements,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await once(server.close(), 'close')
    },
  }
}

/** Finds the messages of a client: a type and a length. Only the first has no type. */
function messageReader(onMessage: (type: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let isFirst = true
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const typeBytes = isFirst ? 0 : 1
      if (rest.length < typeBytes + 4) return
      const length = typeBytes + rest.readUInt32BE(typeBytes)
      if (rest.length < length) return
      if (!isFirst) onMessage(String.fromCharCode(rest[0] as number))
      isFirst = false
      rest = rest.subarray(length)
    }
  }
}
