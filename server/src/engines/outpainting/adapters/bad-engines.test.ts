import { describe, expect, test } from 'vitest'
import { sendJson } from '../../../../test/fake-engine.ts'
import { createEngine } from './create-engine.ts'
import {
  base64,
  context,
  createRequest,
  expectResult,
  plainPng,
  red,
  useAdapters,
} from './test-adapters.ts'

const { server, configOf } = useAdapters()

describe.each(['openai', 'automatic1111', 'replicate'] as const)(
  '%s that behaves badly',
  (kind) => {
    const outpaint = async (change: object = {}, signal?: AbortSignal) =>
      createEngine(configOf(kind, change)).outpaint(
        await createRequest(),
        signal ? { ...context, signal } : context,
      )

    test.each([
      [429, { error: { message: 'slow down' } }, { 'retry-after': '17' }, 'engine_busy', true, 17],
      [500, 'oops', {}, 'engine_failed', true, undefined],
      [
        503,
        {},
        { 'retry-after': new Date(Date.now() + 32_400_000).toUTCString() },
        'engine_failed',
        true,
        32_400,
      ],
      [400, { error: { message: 'size is wrong' } }, {}, 'engine_refused', false, undefined],
      [
        400,
        { error: { message: 'no', code: 'moderation_blocked' } },
        {},
        'content_refused',
        false,
        undefined,
      ],
      [
        401,
        { error: { message: 'bad key sk-canary' } },
        {},
        'engine_credentials_refused',
        false,
        undefined,
      ],
      [403, { detail: 'no' }, {}, 'engine_credentials_refused', false, undefined],
      [422, { detail: [{ msg: 'field required' }] }, {}, 'engine_refused', false, undefined],
      [302, {}, { location: 'http://127.0.0.1:1/' }, 'engine_refused', false, undefined],
    ])('answers %i %j', async (status, body, headers, code, retryable, wait) => {
      server.reply = (_, response) => sendJson(response, status, body, headers)
      const error = await outpaint().catch((caught: unknown) => caught)
      expect(error).toMatchObject({ code, retryable })
      const seconds = (error as { retryAfterSeconds?: number }).retryAfterSeconds
      if (wait === undefined) expect(seconds).toBeUndefined()
      // Some time passes between writing the date and converting it to seconds.
      else expect(Math.abs((seconds ?? 0) - wait)).toBeLessThanOrEqual(wait > 100 ? 3600 : 0)
      expect((error as Error).message).not.toContain('canary')
      expect(server.received).toHaveLength(1)
    })

    test('does not answer in time', async () => {
      server.reply = () => {}
      await expect(outpaint({ timeoutSeconds: 0.05 })).rejects.toMatchObject({
        code: 'engine_timeout',
        retryable: true,
      })
    })

    test('is not there, or hangs up', async () => {
      await expect(outpaint({ baseUrl: 'http://127.0.0.1:1' })).rejects.toMatchObject({
        code: 'engine_unreachable',
        retryable: true,
      })
      server.reply = (_, response) => void response.socket?.destroy()
      await expect(outpaint()).rejects.toMatchObject({
        code: 'engine_unreachable',
        retryable: true,
      })
    })

    test('answers with something other than JSON', async () => {
      server.reply = (_, response) => void response.end('<html>hello</html>')
      await expect(outpaint()).rejects.toMatchObject({ code: 'engine_bad_answer', retryable: true })
    })

    test('is abandoned when the caller stops', async () => {
      server.reply = () => {}
      const running = outpaint({}, AbortSignal.timeout(50))
      await expect(running).rejects.toMatchObject({ name: 'TimeoutError' })
    })

    async function createAnswer(...pictures: Uint8Array[]) {
      const texts = await Promise.all(pictures.map(base64))
      server.reply = (_, response) =>
        sendJson(response, 200, {
          data: texts.map((b64_json) => ({ b64_json })),
          images: texts,
          id: 'p1',
          status: 'succeeded',
          output: texts.map((text) => `data:image/png;base64,${text}`),
        })
    }

    test('makes another size', async () => {
      await createAnswer(await plainPng(50, 50, [1, 2, 3]))
      await expect(outpaint()).rejects.toMatchObject({
        code: 'engine_bad_answer',
        message: expect.stringContaining('50 × 50'),
      })
    })

    test('makes the same shape in another resolution, which is scaled', async () => {
      await createAnswer(await plainPng(192, 96, [200, 10, 20]), await red)
      const outcome = await outpaint()
      await expectResult(outcome.results[0]?.bytes, [200, 10, 20])
    })

    test('sends something other than an image', async () => {
      await createAnswer(new TextEncoder().encode('<svg/>'))
      await expect(outpaint()).rejects.toMatchObject({ code: 'engine_bad_answer', retryable: true })
    })

    test('makes fewer results than asked for, none, or more', async () => {
      await createAnswer(await red)
      const outcome = await outpaint()
      expect(outcome.results).toHaveLength(1)
      expect(outcome.warnings).toEqual([expect.stringContaining('1 of the 2')])
      await createAnswer(await red, await red, await red)
      expect((await outpaint()).results).toHaveLength(2)
      await createAnswer()
      await expect(outpaint()).rejects.toMatchObject({ code: 'engine_bad_answer' })
    })
  },
)

test('an invalid job is rejected before anything is sent', async () => {
  for (const kind of ['openai', 'automatic1111', 'replicate'] as const) {
    const running = createEngine(configOf(kind)).outpaint(
      await createRequest({ extend: {} }),
      context,
    )
    await expect(running).rejects.toMatchObject({ code: 'nothing_to_generate', field: 'extend' })
  }
  expect(server.received).toHaveLength(0)
})
