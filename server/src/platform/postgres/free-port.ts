import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** On every common system, outgoing connections use ports above this range. */
const lowest = 20_000
const highest = 32_000
const maxTries = 50

/**
 * A port of this machine that nothing listens on. The system could assign a port it chose to an
 * outgoing connection before the caller listens on it; it never assigns these.
 */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries++) {
    const port = randomInt(lowest, highest)
    if (await canListen(port)) return port
    if (tries === maxTries) throw new Error('No free port was found.')
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
