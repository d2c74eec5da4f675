import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Passed {
  method: string
  url: string
  headers: IncomingHttpHeaders
}

/** How a request fails: with a response of our own, without a response, or with a lost response. */
export type Failure =
  | { status: number; headers?: Record<string, string>; body?: object }
  | 'cut before the server hears of it'
  | 'lose the answer'

/** A proxy that makes requests fail; it passes on all other requests. */
export async function startFlakyProxy(target: string) {
  const passed: Passed[] = []
  let chooseFailure: (passed: Passed, number: number) => Failure | undefined = () => undefined
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    passed.push({ method, url, headers })
    const failure = chooseFailure({ method, url, headers }, passed.length)
    if (failure === 'cut before the server hears of it') return void incoming.socket.destroy()
    if (typeof failure === 'object') {
      outgoing.writeHead(failure.status, {
        'content-type': 'application/problem+json',
        ...failure.headers,
      })
      return void outgoing.end(JSON.stringify(failure.body ?? { code: 'test', detail: 'Spoilt.' }))
    }
    const forwarded = request(new URL(url, target), { method, headers }, (answer) => {
      if (failure === 'lose the answer') {
        answer.resume()
        answer.once('end', () => incoming.socket.destroy())
        return
      }
      outgoing.writeHead(answer.statusCode as number, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => incoming.socket.destroy())
    outgoing.once('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    failRequests: (choose: typeof chooseFailure) => {
      chooseFailure = choose
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
