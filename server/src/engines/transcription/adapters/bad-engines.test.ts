import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { sendJson } from '../../../../test/fake-engine.ts'
import { audio, bytes, kinds, useAdapters } from './test-adapters.ts'
import type { LocalAudio } from './transcription-engine.ts'

const { server, start, answer } = useAdapters()

/** A server that tolerates an aborted request. */
async function withServer(
  onFirstBytes: () => void,
  use: (baseUrl: string) => Promise<void>,
): Promise<void> {
  const listener = createServer((request, response) => {
    request.once('data', onFirstBytes)
    request.on('error', () => {})
    request.on('end', () => sendJson(response, 200, { request_id: 'r', upload_url: 'u', id: 't' }))
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  try {
    await use(`http://127.0.0.1:${(listener.address() as AddressInfo).port}`)
  } finally {
    listener.closeAllConnections()
    listener.close()
  }
}

test('a recording is sent while it is read', async () => {
  const begun = Promise.withResolvers<void>()
  // The second half exists only once the first has arrived, so buffering all of it would hang.
  const slow: LocalAudio = {
    ...audio,
    async *open() {
      yield bytes.subarray(0, 512)
      await begun.promise
      yield bytes.subarray(512)
    },
  }
  await withServer(begun.resolve, async (baseUrl) => {
    expect(await start('deepgram', { baseUrl }, {}, slow)).toEqual({ providerJobId: 'r' })
  })
})

describe.each(kinds)('%s that behaves badly', (kind) => {
  test.each([
    [429, { error: 'slow down' }, { 'retry-after': '17' }, 'engine_busy', true],
    [500, 'oops', {}, 'engine_failed', true],
    [400, { error: { message: 'not a recording' } }, {}, 'engine_refused', false],
    [401, { error: 'bad key sk-canary' }, {}, 'engine_credentials_refused', false],
    [302, {}, { location: 'http://127.0.0.1:1/' }, 'engine_refused', false],
  ])('answers %i %j', async (status, body, headers, code, retryable) => {
    answer(body, status, headers)
    const error = await start(kind).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code, retryable })
    if (status === 429) expect(error).toMatchObject({ retryAfterSeconds: 17 })
    expect((error as Error).message).not.toContain('canary')
    expect(server.received).toHaveLength(1)
  })

  test('does not answer in time, hangs up, or is not there', async () => {
    server.reply = () => {}
    const impatient = { timeoutSeconds: 0.05, uploadSeconds: 0.05 }
    const late = { code: 'engine_timeout', retryable: true }
    await expect(start(kind, impatient)).rejects.toMatchObject(late)
    const away = { code: 'engine_unreachable', retryable: true }
    server.reply = (_, response) => void response.socket?.destroy()
    await expect(start(kind)).rejects.toMatchObject(away)
    await expect(start(kind, { baseUrl: 'http://127.0.0.1:1' })).rejects.toMatchObject(away)
  })

  test('answers with something other than JSON, or with unexpected JSON', async () => {
    server.reply = (_, response) => void response.end('<html>hello</html>')
    await expect(start(kind)).rejects.toMatchObject({ code: 'engine_bad_answer', retryable: true })
    answer({ hello: 1 })
    await expect(start(kind)).rejects.toMatchObject({ code: 'engine_bad_answer', retryable: true })
  })

  test('is abandoned when the caller stops', async () => {
    server.reply = () => {}
    const signal = AbortSignal.timeout(50)
    await expect(start(kind, {}, { signal })).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  test('an unreadable recording is not reported as its error', async () => {
    const broken: LocalAudio = {
      ...audio,
      async *open() {
        yield bytes.subarray(0, 10)
        throw new Error('the disk is gone')
      },
    }
    const nothing = () => {}
    await withServer(nothing, async (baseUrl) => {
      await expect(start(kind, { baseUrl }, {}, broken)).rejects.toThrow('the disk is gone')
    })
  })
})
