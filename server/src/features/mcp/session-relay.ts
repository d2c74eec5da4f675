import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import type { Deps } from '../../deps.ts'

const topic = 'mcp-messages'
/** The maximum size of a PostgreSQL notification, minus a margin. */
const maxBytes = 7000

interface RelayedMessage {
  from: string
  sessionId: string
  message: JSONRPCMessage
}

/**
 * Relays messages between processes: a cancellation or a form's answer can arrive at a different
 * process than the one that waits for it. The bus may lose a message; the call then continues.
 */
export class SessionRelay {
  readonly #bus: Deps['bus']
  readonly #ownName: string
  readonly #unsubscribe: () => void

  constructor(
    deps: Pick<Deps, 'bus' | 'random'>,
    deliver: (sessionId: string, message: JSONRPCMessage) => void,
  ) {
    this.#bus = deps.bus
    this.#ownName = deps.random.uuid()
    this.#unsubscribe = deps.bus.subscribe(topic, (text) => {
      if (text === undefined) return
      const { from, sessionId, message }: RelayedMessage = JSON.parse(text)
      if (from !== this.#ownName) deliver(sessionId, message)
    })
  }

  tell(sessionId: string, body: unknown): void {
    for (const message of [body].flat() as JSONRPCMessage[]) {
      if (!concernsACall(message)) continue
      const text = JSON.stringify({
        from: this.#ownName,
        sessionId,
        message,
      } satisfies RelayedMessage)
      if (Buffer.byteLength(text) > maxBytes) continue
      void this.#bus.publish(topic, text)
    }
  }

  close(): void {
    this.#unsubscribe()
  }
}

function concernsACall(message: JSONRPCMessage): boolean {
  if (typeof message !== 'object' || message === null) return false
  return 'method' in message ? message.method === 'notifications/cancelled' : 'id' in message
}
