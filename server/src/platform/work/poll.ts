export interface Rounds {
  /** Runs a round now. During a round, it requests one more. */
  wake(): void
  /** Resolves when the last round has finished. */
  stop(): Promise<void>
}

/** Runs `work` when woken, never twice at the same time. */
export function onDemand(onError: (error: unknown) => void, work: () => Promise<unknown>): Rounds {
  let isWanted = false
  let isStopped = false
  let isRunning = false
  let running: Promise<void> | undefined
  async function runRounds(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false
      await work().catch(onError)
    }
    isRunning = false
  }
  return {
    wake: () => {
      isWanted = true
      if (isStopped || isRunning) return
      isRunning = true
      running = runRounds()
    },
    stop: async () => {
      isStopped = true
      await running
    },
  }
}

interface PollOptions {
  everyMs: number
  /** Also runs a round at once. */
  atOnce?: boolean
  onError(error: unknown): void
}

/** Runs `work` at an interval and when woken. A round can ask for the next one sooner, in ms. */
export function poll(
  { everyMs, atOnce = false, onError }: PollOptions,
  work: () => Promise<unknown>,
): Rounds {
  let timer: NodeJS.Timeout | undefined
  const rounds = onDemand(onError, async () => {
    clearTimeout(timer)
    let nextMs: unknown
    try {
      nextMs = await work()
    } finally {
      timer = setTimeout(rounds.wake, typeof nextMs === 'number' ? nextMs : everyMs)
    }
  })
  if (atOnce) rounds.wake()
  else timer = setTimeout(rounds.wake, everyMs)
  return {
    wake: rounds.wake,
    stop: async () => {
      await rounds.stop()
      clearTimeout(timer)
    },
  }
}
