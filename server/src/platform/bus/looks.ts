import type { Bus } from './bus.ts'

interface Settings {
  /** Only messages that say this, or nothing, are news; without it, all are. */
  about?: string
  /** For messages that were lost. */
  everyMs: number
}

/**
 * Yields at once and then whenever there may be something new: somebody said so, or a while has
 * passed. The bus carries no facts, so whoever looks reads them. A signal that comes while one waits
 * gives one last look, for those who owe an answer; others leave when they see it.
 */
export async function* looks(
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
