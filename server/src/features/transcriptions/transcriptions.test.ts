import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FakeEngine, type Received, sendJson } from '../../../test/fake-engine.ts'
import { type Tenant, useService } from '../../../test/harness.ts'
import { draw, png } from '../../../test/scenes.ts'
import { until } from '../../../test/talking.ts'
import { dataUrl, endOf, runTool } from '../../../test/tool-runs.ts'
import { signReport } from '../../engines/transcription/adapters/standard-webhook.ts'
import { watchProviders } from './watch-providers.ts'

const service = useService()
const server = new FakeEngine()
const recording = join(import.meta.dirname, '../../engines/transcription/test-files/speech.ogg')

let mia: Tenant
let speech: Buffer

beforeAll(async () => {
  await server.start()
  speech = await readFile(recording)
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.received.length = 0
  server.reply = (_, response) => void response.end(speech)
  mia = await service.tenant()
})

const base = '/api/v1/transcription'
const get = (id: string, key = mia.key) => service.call('GET', `${base}/${id}`, { key })

async function submit(body: object = {}) {
  const answer = await service.call('POST', `${base}/transcribe`, {
    key: mia.key,
    body: { audio_url: `${server.url}/talk.ogg`, ...body },
  })
  expect([answer.status, answer.text]).toEqual([202, expect.stringContaining('task_id')])
  return answer.body as { id: string; task_id: string }
}

/** The response to a client that plays a recording. */
async function heard({ file_url, content_type }: { file_url: string; content_type: string }) {
  const { pathname, search } = new URL(file_url)
  const { statusCode, headers, rawPayload } = await service.app.inject(pathname + search)
  expect(headers['content-type']).toBe(content_type)
  return [statusCode, content_type, rawPayload.length]
}

async function untilStatus(id: string, ...wanted: string[]) {
  let record = (await get(id)).body
  await expect
    .poll(
      async () => {
        record = (await get(id)).body
        return wanted.includes(record.job_status) ? 'there' : record.job_status
      },
      { timeout: 120_000, interval: 200 },
    )
    .toBe('there')
  return record
}

const subtitles = (id: string, query = '') =>
  service.app.inject({
    method: 'GET',
    url: `${base}/${id}/download_transcription_file${query}`,
    headers: { authorization: `Api-Key ${mia.key}` },
  })

describe('the embedded engine', () => {
  test('from submission to subtitles; the task only tracks the submission', async () => {
    const { id, task_id } = await submit()
    const before = await subtitles(id)
    expect([before.statusCode, before.body]).toEqual([200, ''])
    expect(before.headers['job-status']).not.toBe('DONE')

    const task = await endOf(service, mia.key, task_id)
    expect(task.status, JSON.stringify(task.info)).toBe('SUCCESS')
    expect(task.info.note).toContain(`/api/v1/transcription/${id}`)

    const record = await untilStatus(id, 'DONE', 'FAILED')
    expect([record.job_status, record.errors]).toEqual(['DONE', []])
    expect(record.payload.phrases.length).toBeGreaterThan(1)
    expect(record.text.split(' ').length).toBeGreaterThan(8)
    let last = 0
    for (const { start, end, words } of record.payload.phrases) {
      expect(start).toBeGreaterThanOrEqual(last)
      expect(end).toBeGreaterThan(start)
      for (const word of words) expect(word.start >= start && word.end <= end + 1).toBe(true)
      last = start
    }
    expect(Math.abs(record.duration_ms - record.payload.phrases.at(-1).end)).toBeLessThan(5000)

    const srt = await subtitles(id)
    expect(srt.headers).toMatchObject({
      'content-type': 'application/x-subrip; charset=utf-8',
      'job-status': 'DONE',
    })
    expect(srt.body).toMatch(/^1\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\n/)
    const vtt = await subtitles(id, '?requested_format=vtt&max_lines=1&max_chars_per_line=20')
    expect(vtt.headers['content-type']).toBe('text/vtt; charset=utf-8')
    expect(vtt.body.startsWith('WEBVTT\n\n00:')).toBe(true)
    expect((await subtitles(id, '?requested_format=txt')).statusCode).toBe(400)

    // A correction appears immediately, in the record and in the subtitles.
    const phrases = record.payload.phrases.map(
      ({ words: _, ...phrase }: { words: unknown; text: string }, at: number) =>
        at === 0 ? { ...phrase, text: 'Corrected by Mia & <co>.' } : phrase,
    )
    const corrected = await service.call('PATCH', `${base}/${id}`, {
      key: mia.key,
      body: { phrases },
    })
    expect([corrected.status, corrected.body.job_status]).toEqual([200, 'DONE'])
    expect(corrected.body.text).toContain('Corrected by Mia & <co>.')
    expect((await subtitles(id, '?requested_format=vtt')).body).toContain('Mia &amp; &lt;co&gt;.')
    const deleted = await service.call('DELETE', `${base}/${id}`, { key: mia.key })
    expect([deleted.status, (await get(id)).status]).toEqual([204, 404])
  })

  test('an asset of the workspace; one of another workspace is not found', async () => {
    const stranger = await service.tenant()
    const upload = (key: string) =>
      service.app.inject({
        method: 'POST',
        url: '/api/v1/assets/upload',
        headers: {
          authorization: `Api-Key ${key}`,
          'content-type': 'multipart/form-data; boundary=x',
        },
        payload: Buffer.concat([
          Buffer.from(
            '--x\r\nContent-Disposition: form-data; name="file"; filename="a.ogg"\r\nContent-Type: audio/ogg\r\n\r\n',
          ),
          speech,
          Buffer.from('\r\n--x--\r\n'),
        ]),
      })
    const theirs = (await upload(stranger.key)).json()
    const ours = (await upload(mia.key)).json()
    const failed = await submit({ audio_url: undefined, asset_id: theirs.id })
    const record = await untilStatus(failed.id, 'FAILED')
    expect(record.errors[0]).toMatchObject({ code: 'asset_not_found', field: 'asset_id' })
    expect(record).toMatchObject({
      source: { asset_id: null, name: null, url: null },
      recording: null,
    })
    const { id } = await submit({ audio_url: undefined, asset_id: ours.id })
    const known = await untilStatus(id, 'PENDING', 'PROCESSING', 'DONE')
    expect(known.source).toEqual({ asset_id: ours.id, name: 'a.ogg', url: null })
    expect(await heard(known.recording)).toEqual([200, 'audio/ogg', speech.length])
    const cancelled = await service.call('POST', `${base}/${id}/cancel`, { key: mia.key })
    expect(cancelled.body).toMatchObject({ job_status: 'FAILED', errors: [{ code: 'cancelled' }] })
    // Later results do not change it: one heavy task runs at a time, so once another has finished,
    // this one has nothing left to report.
    const image_url = dataUrl(await png(draw(2, 2, () => [1, 2, 3])))
    await runTool(service, mia.key, 'convert-format', { image_url, output_format: 'png' })
    expect((await get(id)).body.job_status).toBe('FAILED')
    // A deleted recording cannot be played from here either; its name stays in the record.
    await service.call('DELETE', `/api/v1/assets/${ours.id}`, { key: mia.key })
    expect((await get(id)).body).toMatchObject({
      source: { asset_id: null, name: 'a.ogg', url: null },
      recording: null,
    })
  })

  test('returns the source of the recording, and a link to play it with assets:read', async () => {
    const { id, task_id } = await submit({
      audio_url: `${server.url}/talks/Team%20talk.ogg?signature=hidden#t=1`,
    })
    const source = {
      asset_id: null,
      name: 'Team talk.ogg',
      url: `${server.url}/talks/Team%20talk.ogg`,
    }
    const before = await get(id)
    expect(before.body.source).toEqual(source)
    await endOf(service, mia.key, task_id)
    const { body, text } = await get(id)
    expect(body.source).toEqual(source)
    expect(await heard(body.recording)).toEqual([200, 'audio/ogg', speech.length])
    const list = await service.call('GET', base, { key: mia.key })
    expect(list.body.results[0]).toMatchObject({ id, source })
    expect(text + list.text).not.toContain('hidden')
    expect(list.body.results[0]).not.toHaveProperty('recording')
    const { body: narrow } = await service.call('POST', '/api/v1/api-keys', {
      key: mia.key,
      body: { name: 'Reader', scopes: ['transcriptions:read'] },
    })
    expect((await get(id, narrow.key)).body).toMatchObject({ source, recording: null })
    expect((await get(id, (await service.tenant()).key)).status).toBe(404)
    await service.call('POST', `${base}/${id}/cancel`, { key: mia.key })
  })

  test.each([
    ['no media', () => Buffer.from('<html>not a talk</html>'), 'not_media'],
    ['nothing there', () => Buffer.alloc(0), 'not_media'],
  ])('%s: FAILED with the field, and so does the task', async (_, bytes, code) => {
    server.reply = (_request, response) => void response.end(bytes())
    const { id, task_id } = await submit({ audio_url: undefined, video_url: `${server.url}/x.mp4` })
    const task = await endOf(service, mia.key, task_id)
    expect(task.info.errors[0]).toMatchObject({ code, field: 'video_url' })
    expect((await get(id)).body).toMatchObject({
      job_status: 'FAILED',
      errors: [{ code, field: 'video_url' }],
    })
  })

  test('cancelling the task also ends its record', async () => {
    server.reply = () => {} // never responds
    const { id, task_id } = await submit()
    const cancelled = await service.call('POST', `/api/v1/tasks/${task_id}/cancel`, {
      key: mia.key,
    })
    expect(cancelled.body).toMatchObject({ status: 'REVOKED' })
    await service.deps.db.system`
      update tasks set finished_at = now() - interval '1 minute' where id = ${task_id}`
    await watchProviders(service.deps)
    // The service's own check may have come first and be about to end it.
    await until('its end', async () => (await get(id)).body.job_status !== 'CREATED')
    expect((await get(id)).body.errors).toMatchObject([{ code: 'cancelled' }])
  })

  test('400 for invalid combinations', async () => {
    const bodies: [object, string][] = [
      [{ audio_url: undefined }, 'audio_url'],
      [{ video_url: 'https://a.example/b.mp4' }, 'audio_url'],
      [{ audio_url: 'ftp://a.example/b' }, 'audio_url'],
      [{ language_code: 'de-DE' }, 'language_code'],
      [{ language_code: '??' }, 'language_code'],
      [{ provider: 'deepgram' }, 'provider'],
    ]
    for (const [body, field] of bodies) {
      const answer = await service.call('POST', `${base}/transcribe`, {
        key: mia.key,
        body: { audio_url: `${server.url}/talk.ogg`, ...body },
      })
      expect([answer.status, answer.body.errors[0].path]).toEqual([400, field])
    }
  })
})

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
    await service.call('POST', `/api/v1/tasks/${task_id}/cancel`, { key: mia.key })
    const [row] = await service.deps.db.system<{ callback_secret: string; token: string }>`
      select callback_secret, tasks.input->>'token' as token from transcriptions t
      join tasks on tasks.id = t.task_id where t.id = ${id} and tasks.id = ${task_id}`
    return { id, token: row?.token ?? '', secret: row?.callback_secret ?? '' }
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
    const record = await untilStatus(id, 'DONE', 'FAILED')
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
    await endOf(service, mia.key, task_id)
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
    for (const { id } of [first, second]) await untilStatus(id, 'PENDING')
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
    await untilStatus(first.id, 'DONE')
    await later('give_up_at', second.id)
    await untilStatus(second.id, 'FAILED')
    expect((await get(second.id)).body.errors).toMatchObject([{ code: 'provider_silent' }])
  })
})
