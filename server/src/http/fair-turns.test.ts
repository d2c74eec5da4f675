import { beforeEach, expect, test } from 'vitest'
import { FairTurns } from './fair-turns.ts'

let busyness = 1
let nowMs = 0
let turns: FairTurns
const entered: string[] = []

beforeEach(() => {
  busyness = 1
  nowMs = 0
  turns = new FairTurns(
    () => busyness,
    () => nowMs,
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

test('when load drops, the next release lets the whole line proceed', async () => {
  enter(9, 'neighbour')
  const first = enter(1, 'a1')
  for (const name of ['a2', 'a3', 'a4', 'a5']) enter(1, name)
  await settled()
  busyness = 0.1
  await first()
  await settled()
})

test('a request whose line is too long is refused at once; the line and others go on', async () => {
  enter(9, 'neighbour')
  const first = enter(1, 'a1')
  for (let count = 0; count < 100; count++) enter(1, `a${count + 2}`)
  await settled()
  nowMs = 200
  await first()
  await settled()
  // 99 wait, and the last one took 0.2 s.
  await expect(turns.enter(1)).rejects.toMatchObject({ code: 'OVERLOADED', retryAfterSeconds: 20 })
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
