import type { Bus } from '../bus/bus.ts'
import type { Tx } from '../postgres/db.ts'

/** Returns false if this process cannot do more now. */
type Wake = (message: string) => boolean

/**
 * Wakes workers after the commit that gave them work. A signal can get lost when a process dies, so
 * the work itself is in a table, and workers also check what is due.
 */
export interface Signals {
  send(tx: Pick<Tx, 'afterCommit'>, topic: string, message: string): void
  /** Starts to receive a topic; returns a function that stops. One receiver for each process. */
  receive(topic: string, wake: Wake): () => void
}

export function openSignals(bus: Pick<Bus, 'publish' | 'subscribe'>): Signals {
  const receivers = new Map<string, Wake>()
  return {
    send: (tx, topic, message) =>
      tx.afterCommit(async () => {
        // Other processes need to know only what this one cannot do at once.
        if (receivers.get(topic)?.(message)) return
        void bus.publish(topic, message)
      }),
    receive: (topic, wake) => {
      receivers.set(topic, wake)
      const unsubscribe = bus.subscribe(topic, (message) => {
        if (message !== undefined) wake(message)
      })
      return () => {
        receivers.delete(topic)
        unsubscribe()
      }
    },
  }
}
