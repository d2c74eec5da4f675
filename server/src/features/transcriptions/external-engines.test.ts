import { describe, expect, test } from 'vitest'
import { type Received, sendJson } from '../../../test/fake-engine.ts'
import { revokeTask } from '../../../test/revoke-task.ts'
import { waitForTask } from '../../../test/tool-runs.ts'
import { signReport } from '../../engines/transcription/adapters/standard-webhook.ts'
import { openCallbackSecret, openCallbackToken } from '../../http/gate/callback-secrets.ts'
import { speech, useTranscriptions } from './test-transcriptions.ts'
import { watchProviders } from './watch-providers.ts'

const { service, server, mia, get, submit, waitForStatus } = useTranscriptions()

describe('callbacks', () => {
  interface Door {
    id: string
    token: string
    secret: string
  }

  /** A record without a worker, and its two secrets. */
  async function door(): Promise<Door> {
    server.reply = () => {}
    const { id, task_id } = await submit()
    await revokeTask(service, task_id)
    const [row] = await service.deps.db.system<{ callback_secret: string; token: string }>`
      select callback_secret, tasks.input->>'token' as token from transcriptions t
      join tasks on tasks.id = t.task_id where t.id = ${id} and tasks.id = ${task_id}`
    const stored = row as { callback_secret: string; token: string }
    const token = openCallbackToken(service.deps, stored.token)
    return { id, token, secret: openCallbackSecret(service.deps, stored) }
  }

  const phrases = [{ start: 0, end: 900, text: 'Hello.' }]

  function report(
    { id, token, secret }: Door,
    more: {
      type?: string
      data?: object
      eventId?: string
      at?: Date
      token?: string
      secret?: string
      body?: string
    } = {},
  ) {
    const { type = 'transcription.done', eventId = 'event-1', at = new Date() } = more
    const body = JSON.stringify({ type, data: { job_id: id, phrases, ...more.data } })
    const signing = { secrets: [more.secret ?? secret], now: () => at }
    return service.app.inject({
      method: 'POST',
      url: `/api/v1/webhooks/embedded/${more.token ?? token}`,
      headers: signReport(signing, eventId, body),
      payload: more.body ?? body,
    })
  }

  test('applied once; a repeat is a duplicate; later ones are ignored', async () => {
    const one = await door()
    expect((await report(one)).json()).toEqual({ status: 'applied' })
    expect((await get(one.id)).body).toMatchObject({ job_status: 'DONE', text: 'Hello.' })
    expect((await report(one)).json()).toEqual({ status: 'duplicate' })
    const failed = { type: 'transcription.failed', eventId: 'event-2', data: { error: 'late' } }
    expect((await report(one, failed)).json()).toEqual({ status: 'ignored' })
    expect((await get(one.id)).body).toMatchObject({ job_status: 'DONE', errors: [] })
  })

  test('a partial result after DONE changes nothing; FAILED stays FAILED', async () => {
    const one = await door()
    const part = { type: 'transcription.part', data: { sequence: 0 }, eventId: 'part' }
    await report(one)
    expect((await report(one, part)).json()).toEqual({ status: 'ignored' })
    const two = await door()
    await report(two, { type: 'transcription.failed', data: { error: 'The tape is empty.' } })
    expect((await get(two.id)).body).toMatchObject({
      job_status: 'FAILED',
      errors: [{ message: 'The tape is empty.' }],
    })
    expect((await report(two, { eventId: 'late' })).json()).toEqual({ status: 'ignored' })
    expect((await get(two.id)).body.job_status).toBe('FAILED')
  })

  test('ten concurrent callbacks are applied once', async () => {
    const one = await door()
    const answers = await Promise.all(Array.from({ length: 10 }, () => report(one)))
    const taken = answers.map((answer) => answer.json().status).sort()
    expect(taken).toEqual(['applied', ...Array(9).fill('duplicate')])
  })

  test('rejected: wrong secret, old, from the future, changed, another job, unknown URL', async () => {
    const one = await door()
    const other = await door()
    const minutes = (count: number) => new Date(Date.now() + count * 60_000)
    const cases: [number, ReturnType<typeof report>][] = [
      [401, report(one, { secret: other.secret })],
      [401, report(one, { at: minutes(-6) })],
      [401, report(one, { at: minutes(6) })],
      [401, report(one, { body: '{"type":"transcription.done"}' })],
      [400, report(one, { data: { job_id: other.id } })],
      [400, report(one, { type: 'transcription.sung' })],
      [404, report(one, { token: 'nobody-knows-this-token' })],
      [401, report(one, { token: other.token })],
    ]
    for (const [status, answer] of cases) {
      const { statusCode, headers } = await answer
      expect([statusCode, headers['content-type']]).toEqual([status, 'application/problem+json'])
    }
    const unsigned = await service.app.inject({
      method: 'POST',
      url: `/api/v1/webhooks/embedded/${one.token}`,
      payload: '{}',
    })
    expect(unsigned.statusCode).toBe(401)
    expect((await get(one.id)).body.job_status).toBe('CREATED')
  })
})

describe('external engines', () => {
  const choose = (body: object) =>
    service.call('PUT', '/api/v1/engines/transcription', {
      key: mia.key,
      body: { base_url: server.url, ...body },
    })

  /** One path serves the recording; the provider handles everything else. */
  function answer(provider: (received: Received) => [number, object]) {
    server.reply = (received, response) => {
      if (received.path === '/talk.ogg') return void response.end(speech)
      const [status, body] = provider(received)
      return sendJson(response, status, body)
    }
  }

  const verbose = {
    text: 'Hello there.',
    language: 'english',
    duration: 1.5,
    segments: [{ start: 0.1, end: 1.2, text: 'Hello there.' }],
    words: [
      { word: 'Hello', start: 0.1, end: 0.5 },
      { word: 'there.', start: 0.6, end: 1.2 },
    ],
  }

  test('a synchronous one: gets the whole recording; the result is stored', async () => {
    await choose({ kind: 'openai', model: 'whisper-1', api_key: 'sk-canary' })
    answer(() => [200, verbose])
    const { id } = await submit({ language_code: 'de-DE' })
    const record = await waitForStatus(id, 'DONE', 'FAILED')
    expect([record.job_status, record.provider, record.text]).toEqual([
      'DONE',
      'openai',
      'Hello there.',
    ])
    const sent = server.received.find(({ path }) => path === '/v1/audio/transcriptions')
    expect(sent?.body.includes(speech)).toBe(true)
    expect(sent?.headers.authorization).toBe('Bearer sk-canary')
  })

  test('one that calls back: before its response, twice, and polled when silent', async () => {
    await choose({ kind: 'assemblyai', api_key: 'key' })
    const transcript = {
      id: 'job-1',
      status: 'completed',
      text: 'Hello there.',
      audio_duration: 2,
      words: [
        { text: 'Hello', start: 100, end: 500, confidence: 0.9 },
        { text: 'there.', start: 600, end: 1200, confidence: 0.9 },
      ],
    }
    let callbackUrl = ''
    let secret: [string, string] = ['', '']
    let early = { statusCode: 0 }
    const call = (body: object, changed = secret[1]) =>
      service.app.inject({
        method: 'POST',
        url: new URL(callbackUrl).pathname,
        headers: { [secret[0]]: changed, 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      })
    server.reply = async (received, response) => {
      if (received.path === '/talk.ogg') return void response.end(speech)
      if (received.path === '/v2/upload') {
        return sendJson(response, 200, { upload_url: 'https://cdn.example/1' })
      }
      if (received.method === 'POST') {
        const body = JSON.parse(String(received.body))
        callbackUrl = body.webhook_url
        secret = [body.webhook_auth_header_name, body.webhook_auth_header_value]
        early = await call({ transcript_id: 'job-1', status: 'completed' })
        return sendJson(response, 200, { id: 'job-1', status: 'queued' })
      }
      return sendJson(response, 200, transcript)
    }
    const { id, task_id } = await submit()
    await waitForTask(service, mia.key, task_id)
    expect(early.statusCode).toBe(200)
    const record = (await get(id)).body
    expect([record.job_status, record.text]).toEqual(['DONE', 'Hello there.'])
    expect((await call({ transcript_id: 'job-1', status: 'completed' })).json()).toEqual({
      status: 'duplicate',
    })
    expect((await call({ transcript_id: 'job-1', status: 'completed' }, 'x')).statusCode).toBe(401)
  })

  test('a provider that never calls back is polled, then given up', async () => {
    await choose({ kind: 'assemblyai', api_key: 'key' })
    let status = 'processing'
    answer((received) => {
      if (received.path === '/v2/upload') return [200, { upload_url: 'https://cdn.example/1' }]
      if (received.method === 'POST') return [200, { id: 'job-2', status: 'queued' }]
      return [200, { id: 'job-2', status, text: 'Late.', audio_duration: 1, words: [] }]
    })
    const first = await submit()
    const second = await submit()
    for (const { id } of [first, second]) await waitForStatus(id, 'PENDING')
    const later = async (column: 'ask_at' | 'give_up_at', id: string) => {
      const sql = service.deps.db.system
      if (column === 'ask_at') {
        await sql`update transcriptions set ask_at = now() - interval '1 minute' where id = ${id}`
      } else {
        await sql`update transcriptions set ask_at = now() - interval '1 minute',
          give_up_at = now() - interval '1 minute' where id = ${id}`
      }
      await watchProviders(service.deps)
    }
    await later('ask_at', first.id)
    expect((await get(first.id)).body.job_status).toBe('PENDING')
    status = 'completed'
    await later('ask_at', first.id)
    await waitForStatus(first.id, 'DONE')
    await later('give_up_at', second.id)
    await waitForStatus(second.id, 'FAILED')
    expect((await get(second.id)).body.errors).toMatchObject([{ code: 'provider_silent' }])
  })
})
