import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { Overloaded } from '../../lib/fair-semaphore.ts'
import { GroupCommit } from './group-commit.ts'

/** Records the groups, and commits each when told to. */
function useGroups(fail: (items: number[]) => Error | undefined = () => undefined) {
  const groups: number[][] = []
  const gate = { current: Promise.resolve() }
  const clock = { ms: 0 }
  const commit = new GroupCommit<'tx'>(
    (_scope, work) => work('tx'),
    () => clock.ms,
  )
  const write = async (_tx: 'tx', items: number[]) => {
    groups.push(items)
    await gate.current
    const error = fail(items)
    if (error) throw error
    return items.map((item) => (item < 0 ? new RangeError('negative') : item * 10))
  }
  return {
    groups,
    gate,
    clock,
    add: (item: number, about = '') => commit.add({ scope: 1, about, write }, item),
  }
}

function databaseError(code: string): Error {
  return Object.assign(new Error(code), { code, severity: 'ERROR' })
}

describe('a group commit', () => {
  test('writes those of one turn together, then those that arrived meanwhile', async () => {
    const { groups, gate, add } = useGroups()
    const open = Promise.withResolvers<void>()
    gate.current = open.promise
    const first = [add(1), add(2)]
    await nextTurn()
    expect(groups).toEqual([[1, 2]])
    const later = [add(3), add(4)]
    await nextTurn()
    expect(groups).toEqual([[1, 2]])
    open.resolve()
    expect(await Promise.all([...first, ...later])).toEqual([10, 20, 30, 40])
    expect(groups).toEqual([
      [1, 2],
      [3, 4],
    ])
    expect(await add(5)).toBe(50)
  })

  test('keeps apart what is about different rows', async () => {
    const { groups, add } = useGroups()
    await Promise.all([add(1, 'a'), add(2, 'b'), add(3, 'a'), add(4, 'b')])
    expect(groups).toEqual([
      [1, 3],
      [2, 4],
    ])
  })

  test('takes a bounded number at a time', async () => {
    const { groups, add } = useGroups()
    await Promise.all(Array.from({ length: 70 }, (_, item) => add(item)))
    expect(groups.map((group) => group.length)).toEqual([32, 32, 6])
  })

  test('rejects one item and commits the others', async () => {
    const { add } = useGroups()
    const [first, wrong, last] = await Promise.allSettled([add(1), add(-1), add(3)])
    expect([first, last].map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(wrong).toMatchObject({ reason: new RangeError('negative') })
  })

  test('writes each on its own when PostgreSQL rejects a value of one', async () => {
    const { groups, add } = useGroups((items) =>
      items.includes(3) ? databaseError('22P05') : undefined,
    )
    const outcomes = await Promise.allSettled([add(1), add(2), add(3), add(4)])
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(groups).toEqual([[1, 2, 3, 4], [1], [2], [3], [4]])
  })

  test('repeats nothing whose outcome is unknown, and continues with the next group', async () => {
    const { groups, add } = useGroups((items) =>
      items.includes(3) ? Object.assign(new Error(), { code: 'CONNECTION_CLOSED' }) : undefined,
    )
    const outcomes = await Promise.allSettled([add(1), add(2), add(3)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(groups).toEqual([[1, 2, 3]])
    expect(await add(4)).toBe(40)
  })

  test('refuses what has waited too long behind another group, and writes the others', async () => {
    const { groups, gate, clock, add } = useGroups()
    const open = Promise.withResolvers<void>()
    gate.current = open.promise
    const first = add(0)
    await nextTurn()
    const late = [add(1), add(2)].map((one) => expect(one).rejects.toThrow(Overloaded))
    clock.ms = 6_000
    const inTime = add(3)
    clock.ms = 10_001
    open.resolve()
    await Promise.all([first, ...late])
    expect(await inTime).toBe(30)
    expect(groups).toEqual([[0], [3]])
  })

  test('ends when all that waited were refused, and begins again', async () => {
    const { groups, gate, clock, add } = useGroups()
    const open = Promise.withResolvers<void>()
    gate.current = open.promise
    const first = add(0)
    await nextTurn()
    const late = expect(add(1)).rejects.toThrow(Overloaded)
    clock.ms = 10_001
    open.resolve()
    await Promise.all([first, late])
    expect(await add(2)).toBe(20)
    expect(groups).toEqual([[0], [2]])
  })
})
