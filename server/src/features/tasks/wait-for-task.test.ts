import { expect, test } from 'vitest'
import { expectStatus, useService, useTenant } from '../../../test/harness.ts'

// No worker takes heavy tasks: the queue is full of the work of others.
const service = useService({ heavyTasks: 0 })
const mia = useTenant(service)

const submitted = async () =>
  service.deps.db.system<{ status: string }>`
    select status from tasks where workspace_id = ${mia.workspaceId} order by created_at`

async function refuse(path: string, headers: Record<string, string>, body: object) {
  const before = (await submitted()).length
  const answer = service.call('POST', path, { key: mia.key, headers, body })
  await expect.poll(async () => (await submitted()).length).toBe(before + 1)
  service.advance(11)
  const { status, headers: sent, body: said } = await answer
  expect([status, Number(sent['retry-after'])]).toEqual([503, expect.any(Number)])
  expect(Number(sent['retry-after'])).toBeGreaterThan(0)
  return { said, last: (await submitted()).at(-1)?.status }
}

const speech = { model: 'tts-1', input: 'Hello', voice: 'alloy' }

test('OpenAI speech in a full queue is a 503 in its own format, and the work is cancelled', async () => {
  const { said, last } = await refuse('/v1/audio/speech', {}, speech)
  expect(said.error).toMatchObject({ message: expect.any(String), type: expect.any(String) })
  expect(last).toBe('REVOKED')
})

test('ElevenLabs speech in a full queue is a 503 in its own format', async () => {
  const voices = await expectStatus(200, service.call('GET', '/v1/voices', { key: mia.key }))
  const path = `/v1/text-to-speech/${voices.voices[0].voice_id}`
  const { said, last } = await refuse(path, { 'xi-api-key': mia.key }, { text: 'Hello' })
  expect(said.detail).toBeDefined()
  expect(last).toBe('REVOKED')
})

test('with an Idempotency-Key the client comes back, so the work keeps its place', async () => {
  const headers = { 'idempotency-key': 'once' }
  const { last } = await refuse('/v1/audio/speech', headers, speech)
  expect(last).toBe('PENDING')
})
