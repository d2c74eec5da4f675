import { describe, expect, test } from 'vitest'
import { FairSemaphore, Overloaded, type Release } from './fair-semaphore.ts'

/** Records the order in which keys got a slot, without a clock. */
function follow(semaphore: FairSemaphore<string>) {
  const served: string[] = []
  const releases: Release[] = []
  return {
    served,
    ask(...keys: string[]) {
      for (const key of keys) {
        void semaphore.acquire(key).then((release) => {
          served.push(key)
          releases.push(release)
        })
      }
    },
    async giveBack(count = 1) {
      await settled()
      for (const release of releases.splice(0, count)) release()
      await settled()
    },
  }
}

const settled = () => new Promise(setImmediate)

describe('FairSemaphore', () => {
  test('lets no more through than it has slots', async () => {
    const semaphore = new FairSemaphore<string>(2)
    const line = follow(semaphore)
    line.ask('a', 'b', 'c')
    await settled()
    expect(line.served).toEqual(['a', 'b'])
    expect(semaphore.load()).toMatchObject({ slots: 2, inUse: 2, waiting: 1, returned: 0 })
    await line.giveBack()
    expect(line.served).toEqual(['a', 'b', 'c'])
    await line.giveBack(2)
    expect(semaphore.load()).toMatchObject({
      inUse: 0,
      waiting: 0,
      oldestWaitSeconds: 0,
      returned: 3,
    })
  })

  test('serves the keys in turn, however many one of them sends', async () => {
    const line = follow(new FairSemaphore<string>(1))
    line.ask('a', 'a', 'a', 'a', 'b', 'c')
    for (let round = 0; round < 6; round++) await line.giveBack()
    expect(line.served).toEqual(['a', 'a', 'b', 'c', 'a', 'a'])
  })

  test('never gives all slots to one key', async () => {
    const semaphore = new FairSemaphore<string>(3, 2)
    const line = follow(semaphore)
    line.ask('a', 'a', 'a', 'a')
    await settled()
    expect(line.served).toEqual(['a', 'a'])
    line.ask('b')
    await settled()
    expect(line.served).toEqual(['a', 'a', 'b'])
    await line.giveBack()
    expect(line.served).toEqual(['a', 'a', 'b', 'a'])
  })

  test('a line at its limit does not hold up the lines behind it', async () => {
    const semaphore = new FairSemaphore<string>(2, 1)
    semaphore.tryAcquire('a')
    const release = semaphore.tryAcquire('b') as Release
    const line = follow(semaphore)
    line.ask('a', 'c')
    release()
    await settled()
    expect(line.served).toEqual(['c'])
  })

  test('releasing a slot twice counts once', () => {
    const semaphore = new FairSemaphore<string>(1)
    const release = semaphore.tryAcquire('a') as Release
    release()
    release()
    expect(semaphore.load()).toMatchObject({ inUse: 0, returned: 1 })
    semaphore.tryAcquire('a')
    expect(semaphore.tryAcquire('a')).toBeUndefined()
  })

  test('run gives its slot back when the work fails', async () => {
    const semaphore = new FairSemaphore<string>(1)
    const failing = semaphore.run('a', () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect(semaphore.load().inUse).toBe(0)
  })

  test('a waiter that times out takes no slot', async () => {
    const semaphore = new FairSemaphore<string>(1)
    const release = semaphore.tryAcquire('a') as Release
    await expect(semaphore.acquire('b', { maxWaitSeconds: 0 })).rejects.toThrow(Overloaded)
    expect(semaphore.load().waiting).toBe(0)
    release()
    expect(semaphore.tryAcquire('c')).toBeDefined()
  })
})
