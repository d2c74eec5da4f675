import { describe, expect, test } from 'vitest'
import { Subscribers } from './bus.ts'
import { wakeups } from './wakeups.ts'

const never = 3_600_000

function watched(settings: { about?: string; everyMs?: number } = {}) {
  const subscribers = new Subscribers()
  const leaving = new AbortController()
  let open = 0
  const bus = {
    subscribe: (topic: string, listener: (message: string | undefined) => void) => {
      const unsubscribe = subscribers.add(topic, listener)
      open++
      return () => {
        open--
        unsubscribe()
      }
    },
  }
  const all = wakeups(bus, 'topic', leaving.signal, { everyMs: never, ...settings })
  return { all, leaving, tell: subscribers.tell.bind(subscribers, 'topic'), open: () => open }
}

/** The result of a promise so far, without waiting for it. */
async function sofar<T>(promise: Promise<T>): Promise<T | 'nothing'> {
  const turn = new Promise<'nothing'>((resolve) => setImmediate(() => resolve('nothing')))
  return Promise.race([promise, turn])
}

describe('wakeups', () => {
  test('immediately, then after each message, even one that arrives during a turn', async () => {
    const { all, tell } = watched()
    await all.next()
    tell('a')
    tell('b')
    await all.next()
    const third = all.next()
    expect(await sofar(third)).toBe('nothing')
    tell('c')
    expect(await third).toMatchObject({ done: false })
    await all.return(undefined)
  })

  test('what is about something else is no news; what may have been missed is', async () => {
    const { all, tell } = watched({ about: 'mine' })
    await all.next()
    const next = all.next()
    tell('other')
    expect(await sofar(next)).toBe('nothing')
    tell('mine')
    await next
    const another = all.next()
    tell(undefined)
    await another
    await all.return(undefined)
  })

  test('after a while, whoever was silent', async () => {
    const { all } = watched({ everyMs: 5 })
    for (let look = 0; look < 3; look++) expect((await all.next()).done).toBe(false)
    await all.return(undefined)
  })

  test('once more after a signal, then no more; nobody listens then', async () => {
    const { all, leaving, open } = watched()
    await all.next()
    expect(open()).toBe(1)
    const last = all.next()
    leaving.abort()
    expect(await last).toMatchObject({ done: false })
    expect(await all.next()).toMatchObject({ done: true })
    expect(open()).toBe(0)
  })

  test('once for a signal that was given before, and once for one during a look', async () => {
    const before = watched()
    before.leaving.abort()
    expect((await before.all.next()).done).toBe(false)
    expect((await before.all.next()).done).toBe(true)
    const during = watched()
    await during.all.next()
    during.leaving.abort()
    expect((await during.all.next()).done).toBe(true)
    expect([before.open(), during.open()]).toEqual([0, 0])
  })
})
