import { EngineError } from '../src/engines/engine-error.ts'
import type { Engines } from '../src/engines.ts'

interface Follow {
  signal?: AbortSignal
}

/** Makes every job of an engine fail at once, for tests that start work but don't use its results. */
export function disableEngines(engines: Engines): void {
  replace(engines, () =>
    Promise.reject(new EngineError('engine_disabled', 'This test runs no engines.')),
  )
}

/** Makes every job of an engine run until it is cancelled. */
export function stallEngines(engines: Engines): void {
  replace(engines, (_job, { signal } = {}) => {
    const { promise, reject } = Promise.withResolvers<never>()
    const cancel = () => reject(new EngineError('cancelled', 'The task was cancelled.'))
    if (signal?.aborted) cancel()
    signal?.addEventListener('abort', cancel)
    return promise
  })
}

const kept: readonly string[] = ['close', 'isMultilingual']

function replace(engines: Engines, run: (job: unknown, follow?: Follow) => Promise<never>): void {
  const names = Object.keys(engines).filter((name) => !kept.includes(name))
  for (const name of names) Object.assign(engines, { [name]: run })
}
