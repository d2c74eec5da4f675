import { expect, test } from 'vitest'
import { sendJson, useFakeEngine } from '../../../test/fake-engine.ts'
import { readProblem, useService, useTenant } from '../../../test/harness.ts'
import { draw, png } from '../../../test/scenes.ts'
import { writeAdvice } from './engine-advice.ts'

const service = useService({ allowCidrs: ['127.0.0.1/32'] })
const server = useFakeEngine()
const mia = useTenant(service)

const run = (purpose: string, key = mia.key) =>
  service.call('POST', `/api/v1/engines/${purpose}/test`, { key })

async function choose(purpose: string, body: object) {
  const path = `/api/v1/engines/${purpose}`
  expect((await service.call('PUT', path, { key: mia.key, body })).status).toBe(200)
}

test('an engine that draws passes; one that refuses the key gets advice', async () => {
  await choose('images', { kind: 'automatic1111', base_url: server.url })
  const image = Buffer.from(await png(draw(64, 64, () => [200, 180, 40]))).toString('base64')
  server.reply = (_, response) => sendJson(response, 200, { images: [image], info: '{}' })
  const passed = await run('images')
  expect([passed.status, passed.body]).toMatchObject([
    200,
    { ok: true, kind: 'automatic1111', code: null, advice: null },
  ])
  expect(passed.body.message).toContain('64 × 64')
  server.reply = (_, response) => sendJson(response, 401, {})
  const refused = (await run('images')).body
  expect(refused).toMatchObject({ ok: false, code: 'engine_credentials_refused' })
  expect(refused.advice).toContain('api_key')
})

test('no server, a private address, nothing configured, and engines that report later', async () => {
  await choose('transcription', { kind: 'whisper-cpp', base_url: 'http://127.0.0.1:1' })
  expect((await run('transcription')).body).toMatchObject({
    ok: false,
    code: 'engine_unreachable',
    advice: expect.stringContaining('localhost is the container'),
  })
  await choose('transcription', { kind: 'whisper-cpp', base_url: 'http://10.99.0.1' })
  expect((await run('transcription')).body).toMatchObject({ code: 'engine_address_forbidden' })
  server.reply = (_, response) => sendJson(response, 404, {})
  await choose('transcription', { kind: 'whisper-cpp', base_url: server.url })
  expect((await run('transcription')).body).toMatchObject({ ok: true })
  expect((await run('speech')).body).toMatchObject({ ok: false, code: 'no_engine' })
})

test('401, 403, and a purpose that does not exist', async () => {
  const path = '/api/v1/engines/images/test'
  expect((await service.call('POST', path)).status).toBe(401)
  const reader = await service.keyWith(mia, ['workspaces:read'])
  expect((await run('images', reader)).status).toBe(403)
  expect(await readProblem(run('cooking'))).toEqual([404, 'engine_not_found'])
})

test('every code has advice of its own', () => {
  const settings = { kind: 'openai', model: 'gpt-image-1' }
  expect(writeAdvice('engine_refused', 'images', settings)).toContain('gpt-image-1')
  expect(writeAdvice('engine_bad_answer', 'images', settings)).toContain('openai')
  expect(writeAdvice('anything', 'images', settings)).toContain('log')
})
