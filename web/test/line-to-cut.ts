import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../../server/src/platform/postgres/free-port.ts'

/** A proxy between browser and server that can be cut and restored at the same URL. */
export class LineToCut {
  readonly #toPort: number
  readonly #ends = new Set<Socket>()
  #server: Server
  #port = 0

  constructor(toAddress: string) {
    this.#toPort = Number(new URL(toAddress).port)
    this.#server = this.#make()
  }

  get address(): string {
    return `http://localhost:${this.#port}`
  }

  async restore(): Promise<void> {
    if (this.#server.listening) return
    // While the line is cut, the system could give a port of its own choice to another connection.
    this.#port ||= await freePort()
    this.#server = this.#make()
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  /** Refuses new connections and drops open ones mid-transfer. */
  async cut(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const end of this.#ends) end.destroy()
    await closed
  }

  #make(): Server {
    return createServer((near) => {
      const far = connect(this.#toPort, '127.0.0.1')
      for (const [end, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#ends.add(end)
        end.on('error', () => {})
        end.on('close', () => {
          this.#ends.delete(end)
          other.destroy()
        })
        end.pipe(other)
      }
    })
  }
}
