import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HeavyWork } from '../lib/heavy-work.ts'
import { FairTurns } from './fair-turns.ts'

let busyness = 1
let nowMs = 0
let turns: FairTurns
let heavy: HeavyWork
const entered: string[] = []

beforeEach(() => {
  busyness = 1
  nowMs = 0
  heavy = new HeavyWork(() => nowMs)
  turns = new FairTurns(
    () => busyness,
    () => nowMs,
    undefined,
    heavy,
  )
  entered.length = 0
})

/** Enters, and returns a function that ends the request once it was let in. */
function enter(workspaceId: number, name: string) {
  const turn = turns.enter(workspaceId).then((release) => {
    entered.push(name)
    return release
  })
  return async () => (await turn)()
}

afterEach(() => {
  vi.useRealTimers()
})

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a busy service handles one request per workspace at a time, without blocking others', async () => {
  enter(9, 'neighbour')
  const first = enter(1, 'a1')
  enter(1, 'a2')
  enter(1, 'a3')
  enter(1, 'a4')
  enter(2, 'b1')
  await settled()
  expect(entered).toEqual(['neighbour', 'a1', 'b1'])
  await first()
  await settled()
  expect(entered).toEqual(['neighbour', 'a1', 'b1', 'a2'])
})

test('a release counts once', async () => {
  enter(9, 'neighbour')
  const first = enter(1, 'a1')
  for (const name of ['a2', 'a3', 'a4']) enter(1, name)
  await first()
  await first()
  await settled()
  expect(entered).toEqual(['neighbour', 'a1', 'a2'])
})

test('nobody waits while the service is idle or has only one workspace', async () => {
  busyness = 0.1
  enter(9, 'neighbour')
  for (const name of ['a1', 'a2', 'a3', 'a4']) enter(1, name)
  await settled()
  expect(entered).toHaveLength(5)

  busyness = 1
  nowMs = 5_000
  for (const name of ['a5', 'a6']) enter(1, name)
  await settled()
  expect(entered).toHaveLength(7)
})

test('a line pauses after each request, the longer the busier the service is', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const pauses: number[] = []
  for (busyness of [1, 0.75, 0.5]) {
    entered.length = 0
    enter(9, 'neighbour')
    const ends = ['a1', 'a2'].map((name) => enter(1, name))
    await settled()
    await pass(20)
    await ends[0]?.()
    await settled()
    let pauseMs = 0
    for (; !entered.includes('a2'); pauseMs++) await pass(1)
    pauses.push(pauseMs)
    await ends[1]?.()
  }
  expect(pauses).toEqual([60, 30, 0])
})

test('a client that has gone loses its place in the line', async () => {
  enter(9, 'neighbour')
  const first = enter(1, 'a1')
  let isGone = false
  const gone = turns.enter(1, { isGone: () => isGone }).then(() => entered.push('gone'))
  enter(1, 'a2')
  isGone = true
  busyness = 0.5
  await first()
  await gone
  await settled()
  expect(entered).toEqual(['neighbour', 'a1', 'gone', 'a2'])
})

test('when load drops, more and more requests proceed at once, one more each half second', async () => {
  const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8']
  enter(9, 'neighbour')
  const waiting = names.map((name) => enter(1, name))
  await settled()
  busyness = 0.1
  for (const [passedMs, count] of [
    [500, 3],
    [0, 4],
    [500, 6],
  ] as const) {
    nowMs += passedMs
    enter(9, 'neighbour')
    await waiting.shift()?.()
    await settled()
    expect(entered.filter((name) => name.startsWith('a'))).toHaveLength(count)
  }
  busyness = 1
  await waiting.shift()?.()
  await settled()
  expect(entered).not.toContain('a8')
})

test('a request whose line is too long is refused at once; the line and others go on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  enter(9, 'neighbour')
  const first = enter(1, 'a1')
  for (let count = 0; count < 100; count++) enter(1, `a${count + 2}`)
  await settled()
  nowMs = 200
  await first()
  await settled()
  // 99 wait, and the last one took 0.2 s.
  await expect(turns.enter(1)).rejects.toMatchObject({ code: 'OVERLOADED', retryAfterSeconds: 20 })
  await pass(600)
  expect(entered.at(-1)).toBe('a2')
  enter(2, 'b1')
  await settled()
  expect(entered.at(-1)).toBe('b1')
})

test('while transactions are late, writes are refused and reads are not', async () => {
  const wait = { waiting: 500, seconds: 15 }
  const late = new FairTurns(
    () => 0,
    () => 0,
    () => wait,
  )
  await expect(late.enter(1, { writes: true })).rejects.toMatchObject({ retryAfterSeconds: 15 })
  await expect(late.enter(1)).resolves.toBeTypeOf('function')
  wait.waiting = 10
  await expect(late.enter(1, { writes: true })).resolves.toBeTypeOf('function')
})

const work = (workspaceId: number, ms: number) =>
  heavy.run(workspaceId, () => {
    nowMs += ms
  })

/** Lets time pass for the clock and for timers. */
async function pass(ms: number): Promise<void> {
  nowMs += ms
  await vi.advanceTimersByTimeAsync(ms)
}

test('a workspace with heavy work handles one request at a time, with pauses, even if the service is idle', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  busyness = 0
  enter(9, 'neighbour')
  const first = enter(1, 'a1')
  await settled()
  work(1, 150)
  for (const name of ['a2', 'a3']) enter(1, name)
  await first()
  enter(9, 'neighbour again')
  await settled()
  expect(entered).toEqual(['neighbour', 'a1', 'neighbour again'])
  await pass(600)
  expect(entered.slice(3)).toEqual(['a2'])
})

test('a heavy workspace does not wait if it is alone, or after a while without heavy work', async () => {
  work(1, 5_000)
  for (const name of ['a1', 'a2']) enter(1, name)
  await settled()
  expect(entered).toEqual(['a1', 'a2'])
  expect(heavy.pauseMs(1)).toBe(2_000)

  busyness = 0
  nowMs += 60_000
  enter(9, 'neighbour')
  for (const name of ['a3', 'a4']) enter(1, name)
  await settled()
  expect(entered.slice(2)).toEqual(['neighbour', 'a3', 'a4'])
})

test('short and rare work does not make a workspace heavy', () => {
  for (let second = 0; second < 100; second++) {
    work(1, 4)
    if (second % 10 === 0) work(1, 90)
    nowMs += 1_000
  }
  expect([heavy.isHeavy(1), heavy.pauseMs(1)]).toEqual([false, 0])
})

test('connections that wait for their client hold a turn while they open, or until they are aborted', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  enter(9, 'neighbour')
  const opening = await turns.enterToOpen(1)
  enter(1, 'a1')
  await settled()
  expect(entered).toEqual(['neighbour'])
  opening()
  await pass(10)
  await pass(30)
  expect(entered).toEqual(['neighbour', 'a1'])

  await turns.enterToOpen(2)
  enter(2, 'b1')
  await settled()
  expect(entered).toHaveLength(2)
  await pass(50)
  await pass(150)
  expect(entered).toEqual(['neighbour', 'a1', 'b1'])
})
