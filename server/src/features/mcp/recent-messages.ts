import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server'

const maxBytes = 4 * 1024 * 1024

interface RecentMessage {
  id: string
  streamId: string
  message: JSONRPCMessage
  bytes: number
}

/** Recent messages, for a client whose connection broke. A result above the size limit is lost. */
export class RecentMessages implements EventStore {
  readonly #kept: RecentMessage[] = []
  #bytes = 0
  #count = 0

  async storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    const id = String(++this.#count)
    const bytes = JSON.stringify(message).length
    this.#kept.push({ id, streamId, message, bytes })
    this.#bytes += bytes
    while (this.#bytes > maxBytes) this.#bytes -= this.#kept.shift()?.bytes ?? 0
    return id
  }

  async getStreamIdForEventId(eventId: string): Promise<string | undefined> {
    return this.#kept.find(({ id }) => id === eventId)?.streamId
  }

  async replayEventsAfter(
    lastEventId: string,
    { send }: { send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const at = this.#kept.findIndex(({ id }) => id === lastEventId)
    const streamId = this.#kept[at]?.streamId ?? ''
    for (const kept of this.#kept.slice(at + 1)) {
      // An empty message only marks the start of a stream.
      if (kept.streamId !== streamId || Object.keys(kept.message).length === 0) continue
      await send(kept.id, kept.message)
    }
    return streamId
  }
}
