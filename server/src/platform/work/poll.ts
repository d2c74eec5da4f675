export interface Polling {
  /** Resolves when the last round has finished. */
  stop(): Promise<void>
}

interface PollOptions {
  everyMs: number
  /** Also runs a round at once. */
  atOnce?: boolean
  onError(error: unknown): void
}

/** Runs `work` at an interval, never twice at the same time. */
export function poll(
  { everyMs, atOnce = false, onError }: PollOptions,
  work: () => Promise<unknown>,
): Polling {
  let running: Promise<unknown> | undefined
  const round = () => {
    running ??= work()
      .catch(onError)
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(round, everyMs)
  if (atOnce) round()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
