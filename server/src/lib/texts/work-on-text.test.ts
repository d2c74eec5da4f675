import { expect, test } from 'vitest'
import { type TextFormat, workOnText } from './work-on-text.ts'

type Request = 'where' | 'run forever' | 'fail' | Int32Array

const script = `
  import { isMainThread } from 'node:worker_threads'
  export function work(request) {
    while (request === 'run forever') {}
    if (request === 'fail') throw new TypeError('a bug')
    if (typeof request !== 'string') Atomics.wait(request, 0, 0)
    return isMainThread ? 'here' : 'in a thread'
  }`
const program = new URL(`data:text/javascript,${encodeURIComponent(script)}`)
const patient: TextFormat<Request, string> = {
  program,
  load: () => import(program.href),
  maxQuickSize: 10,
  maxSeconds: 600,
}
const ask = (workspaceId: number, request: Request, format = patient) =>
  workOnText(format, { workspaceId, size: 11 }, request)

test('a small text is handled here, a larger one in a thread', async () => {
  expect(await workOnText(patient, { workspaceId: 1, size: 10 }, 'where')).toBe('here')
  expect(await workOnText(patient, { workspaceId: 1, size: 11 }, 'where')).toBe('in a thread')
})

test('texts of a workspace wait for each other, and those of others do not wait for them', async () => {
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const done: string[] = []
  const first = ask(1, gate).then(() => done.push('first'))
  const second = ask(1, 'where').then(() => done.push('second'))
  expect(await ask(2, 'where')).toBe('in a thread')
  expect(await ask(3, 'where')).toBe('in a thread')
  expect(done).toEqual([])
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
  await Promise.all([first, second])
  expect(done).toEqual(['first', 'second'])
})

test('work that takes too long is ended, and the next text is handled', async () => {
  expect(await ask(1, 'run forever', { ...patient, maxSeconds: 1 })).toBeUndefined()
  expect(await ask(1, 'where')).toBe('in a thread')
})

test('a bug is thrown, and the next text is handled', async () => {
  await expect(ask(1, 'fail')).rejects.toThrow('a bug')
  expect(await ask(1, 'where')).toBe('in a thread')
})
