import type { Bus } from '../../platform/bus/bus.ts'

/** Clients give up after a minute of silence, unless they hear that it goes on. */
const beatEveryMs = 10_000

/** Returns when something was told, after a while, or when nobody waits any more. */
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

/** Gives signs of life for as long as something takes. */
export async function withHeartbeat<T>(
  beat: () => Promise<void>,
  run: () => Promise<T>,
): Promise<T> {
  // Whoever cannot be told any more does not hold up the work.
  const timer = setInterval(() => void beat().catch(() => {}), beatEveryMs)
  try {
    return await run()
  } finally {
    clearInterval(timer)
  }
}
