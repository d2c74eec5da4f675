import { afterAll, expect, test, vi } from 'vitest'
import { Subscribers } from '../bus/bus.ts'
import { backoff, spread } from './backoff.ts'
import { ignoreLostLease, LostLease, requireLease, startHeartbeat } from './lease.ts'
import { Loops } from './loops.ts'
import { onDemand, poll } from './poll.ts'
import { openSignals } from './signals.ts'

const loops = new Loops({ error: () => {}, info: () => {} })
afterAll(() => loops.close())
const quiet = { loops, name: 'test', onError: () => {} }

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
    const onError = (error: unknown) => errors.push(error)
    const polling = poll({ ...quiet, everyMs: 10, onError }, () => {
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

test('a wake-up during a round leads to one more, and a round can ask for the next one sooner', async () => {
  vi.useFakeTimers()
  try {
    let rounds = 0
    const busy = onDemand(quiet, async () => {
      rounds++
      if (rounds === 1) for (const _ of [1, 2, 3]) busy.wake()
    })
    busy.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(rounds).toBe(2)

    const times: number[] = []
    const start = Date.now()
    const polling = poll({ ...quiet, everyMs: 100, atOnce: true }, async () => {
      times.push(Date.now() - start)
      return times.length === 1 ? 30 : undefined
    })
    await vi.advanceTimersByTimeAsync(140)
    expect(times).toEqual([0, 30, 130])
    await polling.stop()
    await vi.advanceTimersByTimeAsync(500)
    expect(times).toHaveLength(3)
  } finally {
    vi.useRealTimers()
  }
})

test('a heartbeat outlives a failing database and reports a lost lease', async () => {
  vi.useFakeTimers()
  try {
    const answers = [true, 'away', false]
    const heartbeat = startHeartbeat(10, async () => {
      const answer = answers.shift()
      if (answer === 'away') throw new Error('away')
      return answer === true
    })
    await vi.advanceTimersByTimeAsync(20)
    expect(heartbeat.signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(10)
    expect(heartbeat.signal.aborted).toBe(true)
    heartbeat.stop()
  } finally {
    vi.useRealTimers()
  }
  expect(requireLease([{ id: 1 }])).toEqual({ id: 1 })
  expect(() => requireLease([])).toThrow(LostLease)
  expect(ignoreLostLease(new LostLease())).toBeUndefined()
  expect(() => ignoreLostLease(new Error('other'))).toThrow('other')
})

test('a signal reaches the worker of this process, and others only if it cannot do the work', async () => {
  const bus = new Subscribers()
  const published: string[] = []
  const signals = openSignals({
    publish: async (topic, message) => void published.push(`${topic} ${message}`),
    subscribe: (topic, listener) => bus.add(topic, listener),
  })
  const commits: (() => Promise<void>)[] = []
  const tx = { afterCommit: (what: unknown) => void commits.push(what as () => Promise<void>) }
  const commit = async () => {
    for (const after of commits.splice(0)) await after()
  }
  const received: string[] = []
  let isBusy = false
  signals.send(tx, 'tasks', 'before')
  await commit()
  const stop = signals.receive('tasks', (message) => {
    received.push(message)
    return !isBusy
  })
  signals.send(tx, 'tasks', 'here')
  expect(received).toEqual([])
  await commit()
  isBusy = true
  signals.send(tx, 'tasks', 'elsewhere')
  await commit()
  bus.tell('tasks', 'from another process')
  stop()
  bus.tell('tasks', 'too late')
  expect(received).toEqual(['here', 'elsewhere', 'from another process'])
  expect(published).toEqual(['tasks before', 'tasks elsewhere'])
})
