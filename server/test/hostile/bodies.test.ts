import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { parseObject } from '../../src/engines/external/json.ts'
import { useService, useTenant } from '../harness.ts'

/** Bodies that cost far more to parse than their size suggests. */
const service = useService()
const mia = useTenant(service)

const send = (method: string, path: string, body: string) =>
  service.call(method, path, {
    key: mia.key,
    headers: { 'content-type': 'application/json' },
    body,
  })

const dense: Record<string, string> = {
  'empty arrays': `{"x":[${'[],'.repeat(2_000_000)}1]}`,
  'empty objects': `{"x":[${'{},'.repeat(2_000_000)}1]}`,
  numbers: `{"x":[${'1,'.repeat(3_000_000)}1]}`,
  'different keys': `{${Array.from({ length: 400_000 }, (_, at) => `"${at}":1`).join()}}`,
  'escaped characters': `{"image_url":"${'\\n'.repeat(3_000_000)}"}`,
}

describe('dense JSON', () => {
  test.each(Object.entries(dense))('%s are refused before they are parsed', async (_, body) => {
    const paths = [
      ['POST', '/api/v1/tools/remove-background'],
      ['PATCH', `/api/v1/transcription/${crypto.randomUUID()}`],
    ] as const
    for (const [method, path] of paths) {
      const answer = await send(method, path, body)
      expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
        400,
        'malformed_json',
        expect.stringMatching(/it has more than \d+ (values|escaped characters)/),
      ])
    }
  })

  test('of an engine is not parsed', () => {
    for (const name of ['empty arrays', 'numbers', 'escaped characters']) {
      expect([name, parseObject(Buffer.from(dense[name] ?? ''))]).toEqual([name, undefined])
    }
    expect(parseObject(Buffer.from('{"a":1}'))).toEqual({ a: 1 })
  })

  test('of ordinary size is accepted', async () => {
    const data = { list: Array.from({ length: 49_000 }, (_, at) => at) }
    const body = JSON.stringify({ title: 'Numbers', data })
    expect((await send('POST', '/api/v1/projects/campaign', body)).status).toBe(201)
  })

  test('does not grow in a project by patches', async () => {
    const list = Array.from({ length: 40_000 }, () => 1)
    const project = await send(
      'POST',
      '/api/v1/projects/campaign',
      JSON.stringify({ title: 'Grows', data: { list } }),
    )
    const answer = await service.call('PATCH', `/api/v1/projects/campaign/${project.body.id}`, {
      key: mia.key,
      headers: { 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify({ more: list }),
    })
    expect([answer.status, answer.body.detail]).toEqual([
      400,
      expect.stringMatching(/^data: must be simpler: it has more than \d+ values/),
    ])
  })

  test('of a workflow is checked for its size first', async () => {
    const value = `[${'"aaaaaa",'.repeat(40_000)}1]`
    const definition = `{"title":"T","steps":[{"id":"a","type":"set","value":${value}}]}`
    for (const path of ['', '/check']) {
      const answer = await send(
        'POST',
        `/api/v1/service/workflows${path}`,
        `{"definition":${definition}}`,
      )
      expect(answer.text).toContain('is longer than 262144 characters')
    }
  })
})

test('a callback with an unknown token is refused before its body is read', async () => {
  const baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' })
  for (const provider of ['deepgram', 'video', '__proto__']) {
    // Announces a body and never sends it.
    const sent = request(`${baseUrl}/api/v1/webhooks/${provider}/unknown`, {
      method: 'POST',
      agent: false,
      headers: { 'content-length': '60000000' },
    })
    sent.on('error', () => {})
    sent.flushHeaders()
    const [answer] = await once(sent, 'response')
    expect(answer.statusCode).toBe(404)
    sent.destroy()
  }
  service.app.server.closeAllConnections()
})
