import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { afterEach, expect } from 'vitest'

interface ConnectOptions extends ClientOptions {
  query?: string
  headers?: Record<string, string>
  /** Whether the client opens a stream for messages outside of calls. */
  listens?: boolean
  /** Registers handlers before the handshake. */
  prepare?: (client: Client) => void
}

export interface Connected {
  client: Client
  transport: StreamableHTTPClientTransport
}

/** The protocol's own client; all clients are closed after each test. */
export function useMcpClients() {
  const open: Client[] = []
  afterEach(async () => {
    await Promise.all(open.splice(0).map((client) => client.close()))
  })
  return async (
    baseUrl: string,
    key: string,
    { query = '', headers = {}, listens = true, prepare, ...options }: ConnectOptions = {},
  ): Promise<Connected> => {
    const client = new Client({ name: 'test', version: '1' }, options)
    prepare?.(client)
    const transport = new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp${query}`), {
      requestInit: { headers: { authorization: `Api-Key ${key}`, ...headers } },
      ...(!listens && { fetch: withoutStream }),
    })
    await client.connect(transport)
    open.push(client)
    return { client, transport }
  }
}

/** Waits until the server has the client's stream. Then it refuses a second one. */
export async function waitForStream(
  baseUrl: string,
  key: string,
  { sessionId = '' }: StreamableHTTPClientTransport,
): Promise<void> {
  const headers = {
    authorization: `Api-Key ${key}`,
    accept: 'text/event-stream',
    'mcp-session-id': sessionId,
  }
  await expect.poll(async () => (await fetch(`${baseUrl}/mcp`, { headers })).status).toBe(409)
}

const withoutStream: typeof fetch = (url, init) =>
  init?.method === 'GET' ? Promise.resolve(new Response(null, { status: 405 })) : fetch(url, init)
