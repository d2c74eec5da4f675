import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Supervisor } from './supervisor.ts'

const pid = 7
let active: Set<number>
let supervisor: Supervisor
beforeEach(() => {
  vi.useFakeTimers()
  active = new Set()
  supervisor = new Supervisor({ hasRealPids: async () => true, activeBackends: async () => active })
})
afterEach(() => {
  supervisor.close()
  vi.useRealTimers()
})

/** Work that waits for the backend for ten seconds; `answers` counts what came in between. */
async function outcome(answers: () => number): Promise<string> {
  const running = new Promise((resolve) => setTimeout(resolve, 10_000, 'done'))
  const work = { what: 'It', maxSeconds: 30, waitsFor: () => pid, answers, onLost: () => {} }
  const result = supervisor.run(work, running).catch((error) => error.message)
  await vi.advanceTimersByTimeAsync(10_000)
  return (await result) as string
}

test('a statement that PostgreSQL does not run has lost its connection', async () => {
  expect(await outcome(() => 1)).toBe('It waited on a dead connection.')
})

test('a statement that PostgreSQL runs may take its time', async () => {
  active.add(pid)
  expect(await outcome(() => 1)).toBe('done')
})

test('many short statements with pauses between them are not a dead connection', async () => {
  let answered = 0
  expect(await outcome(() => ++answered)).toBe('done')
})

test('a statement that waits for a connection which others use may take its time', async () => {
  const running = new Promise((resolve) => setTimeout(resolve, 10_000, 'done'))
  const wait = () => 'unsent' as const
  const result = supervisor.run(
    { what: 'It', maxSeconds: 30, waitsFor: wait, onLost: () => {} },
    running,
  )
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await result).toBe('done')
})

test('while the database is away, what has no connection yet fails soon', async () => {
  const probe = {
    hasRealPids: async () => true,
    activeBackends: () => Promise.reject(new Error('no answer')),
  }
  const alone = new Supervisor(probe)
  const never = new Promise<never>(() => {})
  const waiting = {
    what: 'It',
    maxSeconds: 20,
    waitsFor: () => 'unsent' as const,
    onLost: () => {},
  }
  const result = alone.run(waiting, never).catch((error) => error.code)
  const refused = Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }))
  await alone.run(waiting, refused).catch(() => {})
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await Promise.race([result, 'still waiting'])).toBe('DATABASE_AWAY')
  alone.close()
})
