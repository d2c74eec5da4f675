import { afterEach, expect, test, vi } from 'vitest'
import { Overloaded, type Release } from '../../lib/fair-semaphore.ts'
import { Admission } from './admission.ts'

afterEach(() => {
  vi.useRealTimers()
})

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Records whose requests were admitted, without a clock. */
function follow(admission: Admission) {
  const admitted: string[] = []
  const releases: Release[] = []
  const send = (workspaceId: number, name: string, signal?: AbortSignal) => {
    const entering = admission.enter(workspaceId, signal && (() => signal)).then((release) => {
      admitted.push(name)
      releases.push(release)
    })
    // Those that still wait after the test are refused at the deadline.
    entering.catch(() => {})
    return entering
  }
  const finish = async () => {
    releases.shift()?.()
    await settled()
  }
  return { admitted, releases, send, finish }
}

test('a workspace has 8 requests handled at once; the others wait for its own, in order', async () => {
  const { admitted, send, finish } = follow(new Admission())
  for (let at = 1; at <= 10; at++) void send(1, `a${at}`)
  await settled()
  expect(admitted).toHaveLength(8)
  await finish()
  expect(admitted.at(-1)).toBe('a9')
})

test('another workspace does not wait behind a workspace that has filled its share', async () => {
  const { admitted, send } = follow(new Admission())
  for (let at = 0; at < 500; at++) void send(1, 'a')
  for (let at = 0; at < 8; at++) void send(2, 'b')
  await settled()
  expect(admitted.filter((name) => name === 'b')).toHaveLength(8)
})

test('when all places are taken, workspaces get free places in turn, however much one sends', async () => {
  const admission = new Admission()
  const { admitted, send, finish } = follow(admission)
  for (let workspace = 1; workspace <= 8; workspace++) {
    for (let at = 0; at < 8; at++) void send(workspace, 'first')
  }
  for (let at = 0; at < 100; at++) void send(1, 'a')
  for (let at = 0; at < 3; at++) void send(9, 'b')
  await settled()
  expect(admission.load()).toMatchObject({ inUse: 64, waiting: 103 })
  for (let at = 0; at < 6; at++) await finish()
  expect(admitted.slice(64)).toEqual(['a', 'b', 'a', 'b', 'a', 'b'])
})

test('whoever waits for the deadline is refused and leaves the queue', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const admission = new Admission()
  for (let at = 0; at < 8; at++) await admission.enter(1)
  const late = admission.enter(1)
  const refused = expect(late).rejects.toThrow(Overloaded)
  vi.advanceTimersByTime(9_999)
  expect(admission.load().waiting).toBe(1)
  vi.advanceTimersByTime(1)
  await refused
  expect(admission.load().waiting).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('an aborted request leaves the queue at once, and those behind it keep their order', async () => {
  const admission = new Admission()
  const { admitted, send, finish } = follow(admission)
  for (let at = 0; at < 8; at++) void send(1, 'first')
  const gone = new AbortController()
  const aborted = send(1, 'aborted', gone.signal)
  void send(1, 'next')
  await settled()
  gone.abort(new Error('gone'))
  await expect(aborted).rejects.toThrow('gone')
  expect(admission.load().waiting).toBe(1)
  await finish()
  expect(admitted.at(-1)).toBe('next')
})

test('an abort after the admission changes nothing', async () => {
  const admission = new Admission()
  const gone = new AbortController()
  const release = await admission.enter(1, () => gone.signal)
  gone.abort()
  expect(admission.load().inUse).toBe(1)
  release()
  release()
  expect(admission.load()).toMatchObject({ inUse: 0, returned: 1 })
})
