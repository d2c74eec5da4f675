import { expect, test, vi } from 'vitest'
import { backoff, spread } from './backoff.ts'
import { poll } from './poll.ts'

test('delays grow by the factor up to the maximum, and spread by ten percent', () => {
  const delays = (options: Parameters<typeof backoff>[1]) =>
    [1, 2, 3, 4].map((attempts) => backoff(attempts, options))
  expect(delays({ first: 5, max: 30 })).toEqual([5, 10, 20, 30])
  expect(delays({ first: 2, max: 1000, factor: 3 })).toEqual([2, 6, 18, 54])
  expect([spread(100, 0), spread(100, 0.5), spread(100, 1)].map(Math.round)).toEqual([90, 100, 110])
})

test('rounds never overlap, survive errors, and stop waits for the last one', async () => {
  vi.useFakeTimers()
  try {
    const errors: unknown[] = []
    const rounds: PromiseWithResolvers<void>[] = []
    const polling = poll({ everyMs: 10, onError: (error) => errors.push(error) }, () => {
      const round = Promise.withResolvers<void>()
      rounds.push(round)
      return round.promise
    })
    await vi.advanceTimersByTimeAsync(50)
    expect(rounds).toHaveLength(1)
    rounds[0]?.reject(new Error('away'))
    await vi.advanceTimersByTimeAsync(10)
    expect([errors.length, rounds.length]).toEqual([1, 2])
    let isStopped = false
    const stopping = polling.stop().then(() => {
      isStopped = true
    })
    await vi.advanceTimersByTimeAsync(50)
    expect([isStopped, rounds.length]).toEqual([false, 2])
    rounds[1]?.resolve()
    await stopping
  } finally {
    vi.useRealTimers()
  }
})
