import { backoffMs, sleep } from './delays.ts'
import { AtelierError, ConnectionError } from './errors.ts'
import { readEvents } from './server-sent-events.ts'
import type { Outgoing, Transport } from './transport.ts'

export interface StreamOptions {
  /** Aborts the stream: the iterator throws the reason. */
  signal?: AbortSignal | undefined
}

/**
 * Opens one connection to a stream, starting after the given event. Yields each entry with its id.
 * An entry without data only carries the position in the stream.
 */
export async function* readStream<T>(
  transport: Transport,
  request: Outgoing,
  lastEventId: string | undefined,
): AsyncGenerator<{ id: string | undefined; data: T | undefined }, void, undefined> {
  const { signal, operation } = request
  const response = await transport.open({
    ...request,
    maxRetries: 0,
    headers: {
      accept: 'text/event-stream',
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!isStream || !response.body) {
    throw new ConnectionError(`${operation.id}: the response is not an event stream`, {})
  }
  try {
    for await (const { id, data } of readEvents(response.body)) {
      yield { id, data: data === undefined ? undefined : JSON.parse(data) }
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw new ConnectionError(`${operation.id}: the stream was interrupted`, { cause: error })
  }
}

/**
 * A stream without an end: when a connection ends, the next one starts after the last event
 * received, so no event is lost or repeated. Throws if the server refuses.
 */
export async function* follow<T>(
  transport: Transport,
  request: Outgoing,
): AsyncGenerator<T, void, undefined> {
  let lastEventId: string | undefined
  for (let tries = 0; ; tries++) {
    try {
      for await (const { id, data } of readStream<T>(transport, request, lastEventId)) {
        tries = 0
        lastEventId = id ?? lastEventId
        if (data !== undefined) yield data
      }
    } catch (error) {
      if (isRefusal(error)) throw error
    }
    await sleep(backoffMs(tries), request.signal)
  }
}

/** Whether a retry can't change the outcome. Aborts count too. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof AtelierError) return error.status < 500 && error.status !== 429
  return !(error instanceof ConnectionError)
}
