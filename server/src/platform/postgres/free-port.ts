import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Outgoing connections get their ports above this range on every common system. */
const lowest = 20_000
const highest = 32_000
const maxTries = 50

/**
 * A port of this machine that nothing listens on. One that the system chooses could be given to an
 * outgoing connection before the caller listens on it; these can't.
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
