import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readBeginning } from './read-beginning.ts'

const createStream = (...chunks: string[]) => Readable.from(chunks.map((text) => Buffer.from(text)))

test('reads up to the limit, whatever the chunks, and no more', async () => {
  const stream = createStream('abc', 'def', 'ghi')
  expect(await readBeginning(stream, 5)).toBe('abcde')
  expect(stream.destroyed).toBe(true)
  expect(await readBeginning(createStream('abc'), 5)).toBe('abc')
})

test('no half character', async () => {
  expect(await readBeginning(createStream('ab€'), 4)).toBe('ab')
})

test('returns the data received before a stream failed', async () => {
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw new Error('reset')
    })(),
  )
  expect(await readBeginning(broken, 100)).toBe('half')
})
