/**
 * Short messages between the processes of one installation, including this one. Messages can get
 * lost (a connection breaks), so a message only means "check again". After a break, every
 * subscriber is called once to check for what it missed.
 */
export interface Bus {
  /** Never rejects: the bus only speeds things up, so it must not be able to fail any work. */
  publish(topic: string, message: string): Promise<void>
  subscribe(topic: string, onMessage: (message: string | undefined) => void): () => void
  /** Whether messages arrive, by carrier. */
  connections(): Record<string, boolean>
  close(): Promise<void>
}

/** Carries nothing: the fallback of Redis if PostgreSQL's notifications don't arrive. */
export const noBus: Bus = {
  publish: async () => {},
  subscribe: () => () => {},
  connections: () => ({}),
  close: async () => {},
}

/** Shared by both kinds of bus: the subscribers of this process, by topic. */
export class Subscribers {
  readonly #byTopic = new Map<string, Set<(message: string | undefined) => void>>()

  add(topic: string, onMessage: (message: string | undefined) => void): () => void {
    const listeners = this.#byTopic.get(topic) ?? new Set()
    this.#byTopic.set(topic, listeners.add(onMessage))
    return () => void listeners.delete(onMessage)
  }

  tell(topic: string, message: string | undefined): void {
    for (const listener of this.#byTopic.get(topic) ?? []) listener(message)
  }

  wakeAll(): void {
    for (const topic of this.#byTopic.keys()) this.tell(topic, undefined)
  }
}
