import type { Bus } from './bus.ts'

interface Settings {
  /** Only messages with this text, or without text, count; if unset, all do. */
  about?: string
  /** Polls in case messages were lost. */
  everyMs: number
}

/**
 * Yields immediately and then whenever there may be something new: after a message, or after a
 * while. The bus carries no data, so the consumer reads it. If the signal aborts during a wait, the
 * consumer gets one last turn to send a response it owes; others return when they see it.
 */
export async function* wakeups(
  bus: Pick<Bus, 'subscribe'>,
  topic: string,
  signal: AbortSignal,
  { about, everyMs }: Settings,
): AsyncGenerator<void> {
  let news = Promise.withResolvers<void>()
  const tell = () => news.resolve()
  const unsubscribe = bus.subscribe(topic, (message) => {
    if (about === undefined || message === undefined || message === about) tell()
  })
  const timer = setInterval(tell, everyMs)
  signal.addEventListener('abort', tell)
  try {
    for (;;) {
      // A message that arrives during this turn triggers the next one.
      news = Promise.withResolvers()
      yield
      if (signal.aborted) return
      await news.promise
    }
  } finally {
    clearInterval(timer)
    unsubscribe()
    signal.removeEventListener('abort', tell)
  }
}
