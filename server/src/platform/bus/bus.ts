/**
 * Short messages between the processes of one installation, this one included. A message may be
 * lost (a connection breaks), so it only ever says "look again"; after a break every subscriber is
 * called once, to look for what it missed.
 */
export interface Bus {
  publish(topic: string, message: string): Promise<void>
  subscribe(topic: string, onMessage: (message: string | undefined) => void): () => void
  close(): Promise<void>
}

/** The part that both kinds of bus share: who listens to what in this process. */
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
