import type { Bus } from './bus.ts'

interface Settings {
  /** Whether a message is about what is looked at; undefined when it was not told what it is about. */
  concerns?: (message: string | undefined) => boolean
  /** For messages that were lost. */
  everyMs: number
}

/**
 * Yields at once and then whenever there may be something new: somebody said so, or a while has
 * passed. The bus carries no facts, so whoever looks reads them. After the signal there is one last look.
 */
export async function* looks(
  bus: Pick<Bus, 'subscribe'>,
  topic: string,
  signal: AbortSignal,
  { everyMs, concerns = () => true }: Settings,
): AsyncGenerator<void> {
  let news = Promise.withResolvers<void>()
  const tell = () => news.resolve()
  const unsubscribe = bus.subscribe(topic, (message) => {
    if (concerns(message)) tell()
  })
  const timer = setInterval(tell, everyMs)
  signal.addEventListener('abort', tell)
  try {
    for (;;) {
      // What comes while one looks is news for the next look.
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
