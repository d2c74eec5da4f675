import type { Loops } from './loops.ts'

export interface PollLoop {
  /** Runs a round now. During a round, it requests one more. */
  wake(): void
  /** Resolves when the last round has finished. */
  stop(): Promise<void>
}

export interface RoundsOptions {
  /** The watchdog. It abandons a round that hangs and starts the next one. */
  loops: Pick<Loops, 'watch' | 'forget'>
  name: string
  /** Limit for one round. */
  maxSeconds?: number | undefined
  onError(error: unknown): void
}

/** Runs `work` when woken, never twice at the same time unless a round hangs. */
export function onDemand(
  { loops, name, maxSeconds, onError }: RoundsOptions,
  work: () => Promise<unknown>,
): PollLoop {
  let isWanted = false
  let isStopped = false
  /** Identifies the rounds that count; those that hung no longer do. */
  let current: object | undefined
  let running: Promise<void> | undefined
  const restart = () => {
    current = undefined
    wake()
  }
  const loop = loops.watch({ name, restart, ...(maxSeconds && { maxSeconds }) })

  async function runRounds(own: object): Promise<void> {
    while (isWanted && !isStopped && current === own) {
      isWanted = false
      loop.begin()
      const error = await work().then(() => undefined, asFailure)
      if (error) onError(error.cause)
      if (current !== own) return
      if (error) loop.fail()
      else loop.succeed()
    }
    if (current === own) current = undefined
  }

  function wake(): void {
    isWanted = true
    if (isStopped || current) return
    current = {}
    running = runRounds(current)
  }

  return {
    wake,
    stop: async () => {
      isStopped = true
      await running
      loops.forget(loop)
    },
  }
}

/** Any value can be thrown, also an undefined one. */
function asFailure(cause: unknown): { cause: unknown } {
  return { cause }
}

interface PollOptions extends RoundsOptions {
  everyMs: number
  /** Also runs a round at once. */
  atOnce?: boolean
}

/** Runs `work` at an interval and when woken. A round can ask for the next one sooner, in ms. */
export function poll(
  { everyMs, atOnce = false, ...options }: PollOptions,
  work: () => Promise<unknown>,
): PollLoop {
  let timer: NodeJS.Timeout | undefined
  const rounds = onDemand(options, async () => {
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
