import { expect, test } from 'vitest'
import { catchError } from '../../test/catch-error.ts'
import { WorkThread } from './work-thread.ts'

type Request = 'answer' | 'run forever' | 'fill the memory' | 'throw'

const script = `
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', (request) => {
    if (request === 'throw') throw new TypeError('a bug')
    const kept = []
    while (request === 'run forever') {}
    while (request === 'fill the memory') kept.push(new Array(10_000).fill({}))
    parentPort.postMessage(Object.keys(process.env).length)
  })`

const url = new URL(`data:text/javascript,${encodeURIComponent(script)}`)
const thread = new WorkThread<Request, number>(url, { maxSeconds: 60, maxHeapMegabytes: 16 })
const impatient = new WorkThread<Request, number>(url, { maxSeconds: 1, maxHeapMegabytes: 64 })

test.each([
  ['time', impatient, 'run forever'],
  ['memory', thread, 'fill the memory'],
] as const)(
  'work that takes too much %s is ended, and the next request is answered',
  async (_, own, request) => {
    // It sees no environment variable.
    expect(await own.ask('answer')).toBe(0)
    expect(await own.ask(request)).toBeUndefined()
    expect(await own.ask('answer')).toBe(0)
  },
)

test('a bug is thrown, and the next request is answered', async () => {
  expect(await catchError(thread.ask('throw'))).toMatchObject({ message: 'a bug' })
  expect(await thread.ask('answer')).toBe(0)
})

test('each request gets its own answer, also while another one is ended', async () => {
  const echo = `
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (request) => {
      while (request === 'run forever') {}
      parentPort.postMessage(request)
    })`
  const echoUrl = new URL(`data:text/javascript,${encodeURIComponent(echo)}`)
  const own = new WorkThread<string, string>(echoUrl, { maxSeconds: 1, maxHeapMegabytes: 64 })
  const asked = ['a', 'b', 'run forever', 'c'].map((request) => own.ask(request))
  expect(await Promise.all(asked)).toEqual(['a', 'b', undefined, 'c'])
})
