import { describe, expect, test } from 'vitest'
import { holdLock } from '../../../test/locks.ts'
import { draw, png } from '../../../test/scenes.ts'
import { until } from '../../../test/server-client.ts'
import { dataUrl, runTool, waitForTask } from '../../../test/tool-runs.ts'
import { base, speech, useTranscriptions } from './test-transcriptions.ts'

const { service, server, mia, get, submit, waitForStatus } = useTranscriptions()

/** The response to a client that plays a recording. */
async function heard({ file_url, content_type }: { file_url: string; content_type: string }) {
  const { pathname, search } = new URL(file_url)
  const { statusCode, headers, rawPayload } = await service.app.inject(pathname + search)
  expect(headers['content-type']).toBe(content_type)
  return [statusCode, content_type, rawPayload.length]
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

    const task = await waitForTask(service, mia.key, task_id)
    expect(task.status, JSON.stringify(task.info)).toBe('SUCCESS')
    expect(task.info.note).toContain(`/api/v1/transcription/${id}`)

    const record = await waitForStatus(id, 'DONE', 'FAILED')
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
    const [first] = corrected.body.payload.phrases
    expect(first.words.map(({ text }: { text: string }) => text).join(' ')).toBe(first.text)
    const late = await service.call('PATCH', `${base}/${id}`, {
      key: mia.key,
      body: { phrases, base_updated_at: record.updated_at },
    })
    expect([late.status, late.body.code]).toEqual([412, 'precondition_failed'])
    expect((await subtitles(id, '?requested_format=vtt')).body).toContain('&amp; &lt;co&gt;.')
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
    const refused = await service.call('POST', `${base}/transcribe`, {
      key: mia.key,
      body: { asset_id: theirs.id },
    })
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'asset_id'])
    // So that it does not finish before it is cancelled.
    const { engines } = service.deps
    const { transcribe } = engines
    const isCancelled = Promise.withResolvers<void>()
    engines.transcribe = async (...job) => {
      await isCancelled.promise
      return transcribe(...job)
    }
    const { id } = await submit({ audio_url: undefined, asset_id: ours.id })
    const known = await waitForStatus(id, 'PENDING', 'PROCESSING')
    expect(known.source).toEqual({ asset_id: ours.id, name: 'a.ogg', url: null })
    expect(await heard(known.recording)).toEqual([200, 'audio/ogg', speech.length])
    const cancelled = await service.call('POST', `${base}/${id}/cancel`, { key: mia.key })
    expect(cancelled.body).toMatchObject({ job_status: 'FAILED', errors: [{ code: 'cancelled' }] })
    engines.transcribe = transcribe
    isCancelled.resolve()
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
    await waitForTask(service, mia.key, task_id)
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
    const task = await waitForTask(service, mia.key, task_id)
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
    expect(cancelled.body).toMatchObject({ status: 'FAILURE', state: 'REVOKED' })
    await until('its end', async () => (await get(id)).body.job_status !== 'CREATED')
    expect((await get(id)).body.errors).toMatchObject([{ code: 'cancelled' }])
  })

  test('cancelling while the task fails: they do not wait for each other', async () => {
    const refusing = Promise.withResolvers<void>()
    server.reply = async (_, response) => {
      await refusing.promise
      response.writeHead(404).end()
    }
    const { id, task_id } = await submit()
    await until('the download', async () => server.received.length > 0)
    const held = await holdLock(
      service.databaseUrl,
      `select from transcriptions where id = '${id}' for update`,
    )
    const cancelling = service.call('POST', `${base}/${id}/cancel`, { key: mia.key })
    await held.waitForWaiters('from transcriptions')
    refusing.resolve()
    await held.waitForWaiters('from transcriptions', 2)
    await held.release()
    const { status, body } = await cancelling
    expect([status, body.errors?.[0]?.code]).toEqual([200, 'cancelled'])
    expect((await waitForTask(service, mia.key, task_id)).state).toBe('REVOKED')
  })

  test('400 for invalid combinations', async () => {
    const bodies: [object, string][] = [
      [{ audio_url: undefined }, 'audio_url'],
      [{ video_url: 'https://a.example/b.mp4' }, 'audio_url'],
      [{ audio_url: 'ftp://a.example/b' }, 'audio_url'],
      [{ language_code: 'de-DE' }, 'language_code'],
      [{ language_code: 'auto' }, 'language_code'],
      [{ language_code: 'tlh' }, 'language_code'],
      [{ translate: true }, 'translate'],
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
