import { expect, test } from 'vitest'
import { OnePerTurn } from './one-per-turn.ts'

test('other work runs between two pieces, which keep their order', async () => {
  const ran: string[] = []
  const pieces = new OnePerTurn()
  const finished = new Promise<void>((resolve) => {
    for (const name of ['first', 'second', 'third']) {
      pieces.run(() => {
        ran.push(name)
        setImmediate(() => ran.push(`after ${name}`))
        if (name === 'third') setImmediate(resolve)
      })
    }
  })
  await finished
  expect(ran.filter((name) => !name.startsWith('after'))).toEqual(['first', 'second', 'third'])
  expect(ran.indexOf('after first')).toBeLessThan(ran.indexOf('third'))
})
