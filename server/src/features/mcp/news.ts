import type { Bus } from '../../platform/bus/bus.ts'

/** Clients time out after a minute without progress messages. */
const beatEveryMs = 10_000

/** Resolves when a message arrives, after `maxMs`, or when the signal aborts. */
export async function untilNews(
  bus: Pick<Bus, 'subscribe'>,
  topic: string,
  maxMs: number,
  signal: AbortSignal,
): Promise<void> {
  const news = Promise.withResolvers<void>()
  const tell = () => news.resolve()
  const unsubscribe = bus.subscribe(topic, tell)
  const timer = setTimeout(tell, maxMs)
  signal.addEventListener('abort', tell, { once: true })
  if (signal.aborted) tell()
  await news.promise
  signal.removeEventListener('abort', tell)
  clearTimeout(timer)
  unsubscribe()
}

/** Sends heartbeats while an operation runs. */
export async function withHeartbeat<T>(
  beat: () => Promise<void>,
  run: () => Promise<T>,
): Promise<T> {
  // A client that cannot be reached does not block the work.
  const timer = setInterval(() => void beat().catch(() => {}), beatEveryMs)
  try {
    return await run()
  } finally {
    clearInterval(timer)
  }
}
