import {
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  type RequestId,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'

/** Relays messages between the client on standard input and output and the server. */
export async function bridge(url: URL, authorization: () => Promise<string>): Promise<void> {
  const here = new StdioServerTransport()
  const there = new StreamableHTTPClientTransport(url, {
    fetch: async (url, init) => {
      const headers = new Headers(init?.headers)
      headers.set('authorization', await authorization())
      return fetch(url, { ...init, headers })
    },
  })
  /** Requests of the 2026 revision are cancelled by aborting them, so each has its own signal. */
  const leaving = new Map<RequestId, AbortController>()
  let initializing: RequestId | undefined
  // Node 20 has no Promise.withResolvers.
  let close: () => void = () => {}
  const closed = new Promise<void>((resolve) => {
    close = resolve
  })

  async function passOn(message: JSONRPCMessage): Promise<void> {
    if (isInitialize(message)) initializing = message.id
    const cancelled = readCancelledId(message)
    const leave = cancelled !== undefined ? leaving.get(cancelled) : undefined
    if (leave) return leave.abort()
    if (!isOf2026(message)) return there.send(message)
    const controller = new AbortController()
    leaving.set(message.id, controller)
    await there.send(message, { requestSignal: controller.signal })
  }

  async function passBack(message: JSONRPCMessage): Promise<void> {
    const id = 'id' in message && !('method' in message) ? message.id : undefined
    if (id !== undefined) leaving.delete(id)
    if (id !== undefined && id === initializing && 'result' in message) {
      there.setProtocolVersion(String(message.result.protocolVersion))
      initializing = undefined
    }
    await here.send(message)
  }

  here.onmessage = (message) => {
    passOn(message).catch(async (error: Error) => {
      process.stderr.write(`${url.origin} did not accept a message: ${error.message}\n`)
      if (!isRequest(message)) return
      const told = { code: -32_000, message: `Atelier does not answer: ${error.message}` }
      await here.send({ jsonrpc: '2.0', id: message.id, error: told })
    })
  }
  there.onmessage = (message) => void passBack(message).catch(() => close())
  there.onerror = (error) => process.stderr.write(`${url.origin}: ${error.message}\n`)
  here.onclose = () => close()

  await there.start()
  await here.start()
  await closed
  // Ends the session, so that the server doesn't have to wait for it.
  await there.terminateSession().catch(() => {})
  await there.close()
}

function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return 'method' in message && 'id' in message
}

function isInitialize(message: JSONRPCMessage): message is JSONRPCRequest {
  return isRequest(message) && message.method === 'initialize'
}

function isOf2026(message: JSONRPCMessage): message is JSONRPCRequest {
  return isRequest(message) && message.params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined
}

function readCancelledId(message: JSONRPCMessage): RequestId | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined
  return (message as JSONRPCNotification).params?.requestId as RequestId | undefined
}
