import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { assemblyAi } from './assemblyai.ts'
import { deepgram } from './deepgram.ts'
import { readReport, signReport } from './standard-webhook.ts'
import type { Callback, CallbackEvent } from './transcription-engine.ts'

const callbackSecret = 'a-secret-that-only-the-provider-knows'
const config = { baseUrl: 'http://127.0.0.1:1', apiKey: 'key', callbackSecret }

function json(headers: Callback['headers'], body: unknown): Callback {
  return { headers, rawBody: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) }
}

describe('AssemblyAI', () => {
  const { readCallback } = assemblyAi(config)
  const header = 'x-atelier-callback-secret'
  const ours = { [header]: callbackSecret }

  test.each<[unknown, CallbackEvent['status'], boolean]>([
    [{ transcript_id: 't1', status: 'completed' }, 'done', true],
    [{ transcript_id: 't1', status: 'error' }, 'failed', true],
    [{ transcript_id: 't1', status: 'processing' }, 'processing', false],
  ])('%j', (body, status, needsFetch) => {
    const event = { eventId: `t1:${status}`, providerJobId: 't1', status, needsFetch }
    expect(readCallback(json(ours, body))).toEqual(event)
  })

  test('another job has another event', () => {
    const event = readCallback(json(ours, { transcript_id: 't2', status: 'completed' }))
    expect(event).toMatchObject({ eventId: 't2:done', providerJobId: 't2' })
  })

  test.each<[string, Callback['headers']]>([
    ['none', {}],
    ['wrong', { [header]: `${callbackSecret}x` }],
    ['a part', { [header]: callbackSecret.slice(0, -1) }],
    ['empty', { [header]: '' }],
    ['a list', { [header]: [callbackSecret, 'x'] }],
  ])('the secret is %s', (_, headers) => {
    const callback = json(headers, { transcript_id: 't1', status: 'completed' })
    expect(() => readCallback(callback)).toThrow(expect.objectContaining(refused))
  })

  test('an empty secret rejects every callback', () => {
    const open = assemblyAi({ ...config, callbackSecret: '' })
    const callback = json({ [header]: '' }, { transcript_id: 't1', status: 'completed' })
    expect(() => open.readCallback(callback)).toThrow(expect.objectContaining(refused))
  })

  test.each([
    '{"transcript_id":"t1","sta',
    '',
    '[]',
    'null',
    { transcript_id: 't1' },
    { transcript_id: 't1', status: 'constructor' },
    { transcript_id: 7, status: 'completed' },
    { transcript_id: ' ', status: 'completed' },
  ])('%j is malformed', (body) => {
    expect(() => readCallback(json(ours, body))).toThrow(expect.objectContaining(malformed))
  })
})

const refused = { name: 'EngineError', code: 'callback_refused' }
const malformed = { name: 'EngineError', code: 'callback_malformed' }

describe('Deepgram', () => {
  const { readCallback } = deepgram(config)
  const basic = (pair: string) => ({
    authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
  })
  const ours = basic(`atelier:${callbackSecret}`)
  const word = (text: string, start: unknown, end: unknown, speaker?: number) => ({
    word: text.toLowerCase().replace(/\W/g, ''),
    punctuated_word: text,
    start,
    end,
    confidence: 0.9,
    ...(speaker === undefined ? {} : { speaker }),
  })
  const alternatives = (words: unknown[]) => [{ alternatives: [{ transcript: '', words }] }]
  const hello = { text: 'Hello.', start: 80, end: 500, confidence: 0.9 }
  const hi = { text: 'Hi.', start: 1000, end: 1250, confidence: 0.9 }

  test('a result of several speakers, seconds as text among them', () => {
    const utterance = (text: string, start: unknown, end: unknown, speaker: number) => ({
      start,
      end,
      transcript: text,
      speaker,
      words: [word(text, start, end, speaker)],
    })
    const body = {
      metadata: { request_id: 'r1', duration: '2.5' },
      results: {
        channels: [{ ...alternatives([])[0], detected_language: 'en' }],
        utterances: [utterance('Hi.', 1, 1.25, 1), utterance('Hello.', '0.08', '0.5', 0)],
      },
    }
    expect(readCallback(json(ours, body))).toEqual({
      eventId: 'r1:done',
      providerJobId: 'r1',
      status: 'done',
      needsFetch: false,
      transcript: {
        durationMs: 2500,
        language: 'en',
        phrases: [
          { start: 80, end: 500, text: 'Hello.', speaker: '0', words: [hello] },
          { start: 1000, end: 1250, text: 'Hi.', speaker: '1', words: [hi] },
        ],
      },
    })
  })

  test.each<[string, unknown[], unknown[]]>([
    [
      'words without utterances',
      [word('Hello.', 0.08, 0.5, 0), word('Hi.', 1, 1.25, 1)],
      [
        { start: 80, end: 500, text: 'Hello.', speaker: '0', words: [hello] },
        { start: 1000, end: 1250, text: 'Hi.', speaker: '1', words: [hi] },
      ],
    ],
    [
      'words of two speakers in one breath',
      [word('and', 0, 0.1, 0), word('so', 0.1, 0.2, 1)],
      [
        expect.objectContaining({ start: 0, end: 100, text: 'and', speaker: '0' }),
        expect.objectContaining({ start: 100, end: 200, text: 'so', speaker: '1' }),
      ],
    ],
    [
      'words apart by a long pause',
      [word('so', 0, 0.1), word('then', 0.2, 0.3), word('now', 2, 2.1)],
      [
        expect.objectContaining({ start: 0, end: 300, text: 'so then' }),
        expect.objectContaining({ start: 2000, end: 2100, text: 'now' }),
      ],
    ],
    [
      'words without an end',
      Array.from({ length: 50 }, (_, i) => word('on', i, i + 1)),
      [
        expect.objectContaining({ start: 0, end: 30_000 }),
        expect.objectContaining({ start: 30_000, end: 50_000 }),
      ],
    ],
    [
      'a word that is more than certain',
      [{ ...word('sure', 0, 1), confidence: 1.0001 }],
      [expect.objectContaining({ words: [{ text: 'sure', start: 0, end: 1000, confidence: 1 }] })],
    ],
    ['no words', [], []],
  ])('a result of %s', (_, words, phrases) => {
    const body = { metadata: { request_id: 'r1' }, results: { channels: alternatives(words) } }
    expect(readCallback(json(ours, body)).transcript?.phrases).toEqual(phrases)
  })

  test('an error', () => {
    const body = { err_code: 'Bad Request', err_msg: 'corrupt data', request_id: 'r1' }
    expect(readCallback(json(ours, body))).toEqual({
      eventId: 'r1:failed',
      providerJobId: 'r1',
      status: 'failed',
      needsFetch: false,
      error: 'The engine could not transcribe the recording: corrupt data',
    })
  })

  test.each<[string, Callback['headers']]>([
    ['none', {}],
    ['of another', basic(`another:${callbackSecret}`)],
    ['wrong', basic('atelier:guess')],
    ['empty', basic('atelier:')],
    ['no basic one', { authorization: `Bearer ${callbackSecret}` }],
    ['only the old token', { 'dg-token': 'key-id' }],
  ])('the credential is %s', (_, headers) => {
    const callback = json(headers, { metadata: { request_id: 'r1' }, results: {} })
    expect(() => readCallback(callback)).toThrow(expect.objectContaining(refused))
  })

  test.each(['{"metadata":{"request_id":"r1"},"resul', { request_id: 'r1' }, { results: {} }])(
    '%j is malformed',
    (body) => {
      expect(() => readCallback(json(ours, body))).toThrow(expect.objectContaining(malformed))
    },
  )
})

describe('Standard Webhooks', () => {
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  const other = `whsec_${Buffer.alloc(32, 2).toString('base64')}`
  const at = new Date('2026-05-01T12:00:00Z')
  const signing = { secrets: [secret], now: () => at }
  const later = (seconds: number) => ({
    secrets: [secret],
    now: () => new Date(at.getTime() + seconds * 1000),
  })
  const phrases = [
    { start: 0, end: 900, text: 'Hello.', words: [{ text: 'Hello.', start: 0, end: 900 }] },
  ]
  const data = { job_id: 'j1', phrases, duration_ms: 1500, language: 'en' }
  const done = JSON.stringify({ type: 'transcription.done', timestamp: at, data })
  const report = (body: string, headers = signReport(signing, 'msg_1', body)) => json(headers, body)
  const read = (type: string, more: object) =>
    readReport(report(JSON.stringify({ type, data: { job_id: 'j1', ...more } })), signing)

  test('done, part and failed', () => {
    const transcript = { durationMs: 1500, language: 'en', phrases }
    const about = { eventId: 'msg_1', providerJobId: 'j1', needsFetch: false }
    expect(readReport(report(done), signing)).toEqual({ ...about, status: 'done', transcript })
    expect(read('transcription.part', { ...data, sequence: 3 })).toEqual({
      ...about,
      status: 'processing',
      sequence: 3,
      transcript,
    })
    expect(read('transcription.failed', { error: 'No speech.' })).toEqual({
      ...about,
      status: 'failed',
      error: 'No speech.',
    })
    expect(read('transcription.done', { phrases: [] }).transcript?.phrases).toEqual([])
  })

  test('is what the library of Standard Webhooks signs and accepts', () => {
    const now = new Date()
    const headers = signReport({ secrets: [secret], now: () => now }, 'msg_1', done)
    expect(new Webhook(secret).verify(done, headers)).toMatchObject({ type: 'transcription.done' })
  })

  test('a repeated callback has the same id', () => {
    const callback = report(done)
    const ids = [0, 60].map((seconds) => readReport(callback, later(seconds)).eventId)
    expect(ids).toEqual(['msg_1', 'msg_1'])
  })

  test('during a rotation both secrets are valid, and one matching signature is enough', () => {
    const both = { secrets: [other, secret], now: () => at }
    expect(readReport(report(done), both).status).toBe('done')
    const headers = signReport(signing, 'msg_1', done)
    const several = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` }
    expect(readReport(report(done, several), signing).status).toBe('done')
  })

  const headers = signReport(signing, 'msg_1', done)
  test.each<[string, Callback, typeof signing]>([
    ['of another secret', report(done), { secrets: [other], now: () => at }],
    ['without any secret of ours', report(done), { secrets: [], now: () => at }],
    ['over another body', report(done.replace('Hello', 'Hullo'), headers), signing],
    ['over another id', report(done, { ...headers, 'webhook-id': 'msg_2' }), signing],
    ['over another time', report(done, { ...headers, 'webhook-timestamp': '1777636801' }), signing],
    ['of another version', report(done, { ...headers, 'webhook-signature': 'v2,x' }), signing],
    ['missing', report(done, { 'webhook-id': 'msg_1' }), signing],
    ['with no time', report(done, { ...headers, 'webhook-timestamp': '1e9' }), signing],
    ['too old', report(done), later(301)],
    ['from the future', report(done), later(-301)],
  ])('a signature %s is refused', (_, callback, used) => {
    expect(() => readReport(callback, used)).toThrow(expect.objectContaining(refused))
  })

  test('five minutes are not too old', () => {
    expect(readReport(report(done), later(300)).status).toBe('done')
  })

  test.each([
    done.slice(0, -5),
    '{}',
    JSON.stringify({ type: 'toString', data }),
    JSON.stringify({ type: 'transcription.done', data: { job_id: 'j1' } }),
    JSON.stringify({ type: 'transcription.done', data: { phrases } }),
    JSON.stringify({
      type: 'transcription.done',
      data: { job_id: 'j1', phrases: [{ text: 'x' }] },
    }),
    JSON.stringify({ type: 'transcription.done', data: { job_id: 'j1', phrases: ['x'] } }),
  ])('%s is malformed, although signed', (body) => {
    expect(() => readReport(report(body), signing)).toThrow(expect.objectContaining(malformed))
  })

  test('invalid UTF-8 is rejected', () => {
    const rawBody = Buffer.from(done)
    rawBody[done.indexOf('Hello')] = 0xff
    const signed = signReport(signing, 'msg_1', rawBody.toString())
    expect(() => readReport({ headers: signed, rawBody }, signing)).toThrow(
      expect.objectContaining(malformed),
    )
  })
})
