import { afterEach, beforeEach, expect, test } from 'vitest'
import { Loops } from './loops.ts'
import { onDemand } from './poll.ts'

let nowMs: number
let lines: string[]
let loops: Loops

beforeEach(() => {
  nowMs = 1000
  lines = []
  const write = (about: object, text: string) => {
    lines.push(`${(about as { loop: string }).loop}: ${text}`)
  }
  loops = new Loops({ error: write, info: write } as never, () => nowMs)
})
afterEach(() => loops.close())

/** Time passes while the watchdog checks at its interval. */
function pass(seconds: number): void {
  for (let left = seconds; left > 0; left -= 5) {
    nowMs += 5000
    loops.check()
  }
}

const state = () => loops.states()[0]

/** A loop whose rounds end as the test says. */
function heldRounds(maxSeconds?: number) {
  const held: PromiseWithResolvers<void>[] = []
  const rounds = onDemand({ loops, name: 'letters', maxSeconds, onError: () => {} }, () => {
    const round = Promise.withResolvers<void>()
    held.push(round)
    return round.promise
  })
  return { held, ...rounds }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('a round that hangs is abandoned, and the next one starts', async () => {
  const { held, wake, stop } = heldRounds(60)
  expect(state()).toMatchObject({ lagSeconds: 0, isStalled: false, restarts: 0 })
  wake()
  pass(60)
  expect(state()).toMatchObject({ lagSeconds: 60, isStalled: false, restarts: 0 })
  pass(5)
  expect(held).toHaveLength(2)
  expect(state()).toMatchObject({ lagSeconds: 65, isStalled: true, restarts: 1 })
  expect(lines).toEqual(['letters: a background loop makes no progress; restarting it'])
  held[1]?.resolve()
  await settle()
  pass(5)
  expect(state()).toMatchObject({ lagSeconds: 0, isStalled: false, restarts: 1 })
  expect(state()?.lastProgressAt).toBeGreaterThan(0)
  expect(lines[1]).toBe('letters: a background loop makes progress')

  wake()
  held[0]?.resolve()
  await settle()
  nowMs += 1000
  expect(state()?.lagSeconds, 'the abandoned round no longer counts').toBe(1)
  held[2]?.resolve()
  await stop()
  expect(loops.states()).toEqual([])
})

test('rounds that fail are reported, and nothing is restarted', async () => {
  const { held, wake, stop } = heldRounds(60)
  for (let second = 0; second <= 65; second += 5) {
    wake()
    held.at(-1)?.reject(new Error('away'))
    await settle()
    pass(5)
  }
  expect(state()).toMatchObject({ isStalled: true, restarts: 0 })
  expect(lines).toEqual(['letters: a background loop makes no progress; its rounds fail'])
  // Another process may have done the work, so nobody wakes this loop again.
  pass(35)
  expect(state()).toMatchObject({ isStalled: false, lagSeconds: 0 })
  await stop()
})

test('a process that was suspended blames no loop', async () => {
  const { held, wake, stop } = heldRounds(60)
  wake()
  nowMs += 3_600_000
  loops.check()
  expect(state()).toMatchObject({ isStalled: false, restarts: 0 })
  held[0]?.resolve()
  await stop()
})

test('a loop that cannot be restarted asks for a restart of the process', () => {
  loops.watch({ name: 'feed', maxSeconds: 60 }).begin()
  pass(65)
  expect(lines).toEqual(['feed: a background loop makes no progress; restart the process'])
  expect(state()).toMatchObject({ isStalled: true, restarts: 0 })
})
