import { describe, expect, test } from 'vitest'
import { sendJson } from '../../../../test/fake-engine.ts'
import { audio, bytes, callbackSecret, callbackUrl, tools, useAdapters } from './test-adapters.ts'
import type { Transcript } from './transcription-engine.ts'

const { server, callingBack, first, answer } = useAdapters()

describe('AssemblyAI', () => {
  test('bytes are uploaded, then the job is submitted: what is sent', async () => {
    server.reply = ({ path }, response) =>
      sendJson(
        response,
        200,
        path === '/v2/upload' ? { upload_url: 'https://cdn/1' } : { id: 't1' },
      )
    const job = { audio, languageCode: 'en-GB', callbackUrl }
    const engine = callingBack('assemblyai', { speechModels: ['universal-2'] })
    expect(await engine.submit(job, tools)).toEqual({ providerJobId: 't1' })
    const [upload, submit] = server.received
    expect(upload).toMatchObject({ method: 'POST', path: '/v2/upload', body: bytes })
    expect(upload?.headers).toMatchObject({
      authorization: 'sk-canary',
      'content-type': 'application/octet-stream',
      'content-length': '1024',
    })
    expect(submit).toMatchObject({ method: 'POST', path: '/v2/transcript' })
    expect(submit?.headers).toMatchObject({
      authorization: 'sk-canary',
      'content-type': 'application/json',
    })
    expect(JSON.parse(submit?.body.toString() ?? '')).toEqual({
      audio_url: 'https://cdn/1',
      webhook_url: callbackUrl,
      webhook_auth_header_name: 'x-atelier-callback-secret',
      webhook_auth_header_value: callbackSecret,
      language_code: 'en_uk',
      speaker_labels: true,
      punctuate: true,
      speech_models: ['universal-2'],
    })
  })

  test.each([
    ['en-US', { language_code: 'en_us' }],
    ['de-DE', { language_code: 'de' }],
    [undefined, { language_detection: true }],
  ])('a URL is forwarded, language %s', async (languageCode, expected) => {
    answer({ id: 't2' })
    const job = { audio: { url: 'https://cdn/own.mp3' }, callbackUrl }
    await callingBack('assemblyai').submit(languageCode ? { ...job, languageCode } : job, tools)
    expect(server.received).toHaveLength(1)
    const { audio_url, language_code, language_detection } = JSON.parse(first().body.toString())
    expect(audio_url).toBe('https://cdn/own.mp3')
    expect({ language_code, language_detection }).toEqual({
      language_code: undefined,
      language_detection: undefined,
      ...expected,
    })
  })

  const spoken = [
    { text: 'Hello.', start: 0, end: 400, confidence: 0.9, speaker: 'A' },
    { text: 'Hi', start: '500', end: '700', confidence: '0.8', speaker: 'B' },
    { text: 'there.', start: 700, end: 1100, confidence: 0.7, speaker: 'B' },
  ]
  const hello = { text: 'Hello.', start: 0, end: 400, confidence: 0.9 }
  const hi = { text: 'Hi', start: 500, end: 700, confidence: 0.8 }
  const there = { text: 'there.', start: 700, end: 1100, confidence: 0.7 }
  const phrases = [
    { start: 0, end: 400, text: 'Hello.', speaker: 'A', words: [hello] },
    { start: 500, end: 1100, text: 'Hi there.', speaker: 'B', words: [hi, there] },
  ]
  test.each<[string, object, Transcript]>([
    [
      'utterances of several speakers',
      {
        utterances: [
          { start: 0, end: 400, text: 'Hello.', speaker: 'A', words: spoken.slice(0, 1) },
          { start: 500, end: 1100, text: 'Hi there.', speaker: 'B', words: spoken.slice(1) },
        ],
        words: spoken,
        audio_duration: 2,
        language_code: 'en_us',
      },
      { durationMs: 2000, language: 'en_us', phrases },
    ],
    [
      'words alone',
      { utterances: null, words: spoken, audio_duration: '2' },
      { durationMs: 2000, phrases },
    ],
    ['no words', { words: [], text: '' }, { durationMs: 0, phrases: [] }],
  ])('fetches %s', async (_, body, transcript) => {
    answer({ id: 'a/b', status: 'completed', ...body })
    expect(await callingBack('assemblyai').fetchResult('a/b', tools)).toEqual(transcript)
    expect(first()).toMatchObject({ method: 'GET', path: '/v2/transcript/a%2Fb' })
    expect(first().headers.authorization).toBe('sk-canary')
  })

  test.each([
    [{ status: 'queued' }, 'processing', 'engine_not_done', true],
    [{ status: 'processing' }, 'processing', 'engine_not_done', true],
    [{ status: 'error', error: 'no audio stream' }, 'failed', 'engine_failed', false],
    [{ status: 'toString' }, 'unknown', 'engine_not_done', true],
  ])('polling returns %j', async (body, status, code, retryable) => {
    answer({ id: 't1', ...body })
    const engine = callingBack('assemblyai')
    expect(await engine.ask('t1', tools)).toBe(status)
    await expect(engine.fetchResult('t1', tools)).rejects.toMatchObject({ code, retryable })
  })

  test('a response for another job is rejected', async () => {
    answer({ id: 't9', status: 'completed', words: [] })
    const fetched = callingBack('assemblyai').fetchResult('t1', tools)
    await expect(fetched).rejects.toMatchObject({ code: 'engine_bad_answer' })
  })
})

describe('Deepgram', () => {
  test('what is sent with bytes', async () => {
    answer({ request_id: 'r1' })
    const job = { audio, languageCode: 'en-us', callbackUrl }
    expect(await callingBack('deepgram').submit(job, tools)).toEqual({ providerJobId: 'r1' })
    const callback = encodeURIComponent(callbackUrl.replace('//', `//atelier:${callbackSecret}@`))
    expect(first()).toMatchObject({
      method: 'POST',
      path: `/v1/listen?callback=${callback}&punctuate=true&utterances=true&diarize=true&language=en-US&model=m-1`,
      body: bytes,
    })
    expect(first().headers).toMatchObject({
      authorization: 'Token sk-canary',
      'content-type': 'audio/wav',
      'content-length': '1024',
    })
  })

  test('what is sent with an address', async () => {
    answer({ request_id: 'r1' })
    const job = { audio: { url: 'https://cdn/own.mp3' }, callbackUrl }
    await callingBack('deepgram', { model: undefined }).submit(job, tools)
    expect(first().path).toMatch(/&diarize=true&detect_language=true$/)
    expect(first().headers['content-type']).toBe('application/json')
    expect(first().body.toString()).toBe('{"url":"https://cdn/own.mp3"}')
  })

  test('cannot be polled', async () => {
    const engine = callingBack('deepgram')
    expect(await engine.ask('r1', tools)).toBe('unknown')
    await expect(engine.fetchResult('r1', tools)).rejects.toMatchObject({
      code: 'engine_cannot_be_asked',
      retryable: false,
    })
    expect(server.received).toHaveLength(0)
  })
})
