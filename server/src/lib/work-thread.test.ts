import { expect, test } from 'vitest'
import { failure } from '../../test/local-servers.ts'
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

const thread = new WorkThread<Request, number>(
  new URL(`data:text/javascript,${encodeURIComponent(script)}`),
  { maxSeconds: 3, maxHeapMegabytes: 32 },
)

test('work that takes too much time or memory is ended, and the next request is answered', async () => {
  expect(await thread.ask('answer')).toBe(0)
  for (const request of ['run forever', 'fill the memory'] as const) {
    expect(await thread.ask(request)).toBeUndefined()
    // It sees no environment variable.
    expect(await thread.ask('answer')).toBe(0)
  }
})

test('a bug is thrown, and the next request is answered', async () => {
  expect(await failure(thread.ask('throw'))).toMatchObject({ message: 'a bug' })
  expect(await thread.ask('answer')).toBe(0)
})
