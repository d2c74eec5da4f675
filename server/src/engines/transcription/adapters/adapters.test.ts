import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FakeEngine, type Received, sendJson } from '../../../../test/fake-engine.ts'
import {
  createTranscriptionEngine,
  type TranscriptionEngineConfig,
} from './create-transcription-engine.ts'
import type {
  CallbackEngine,
  DirectEngine,
  LocalAudio,
  Transcript,
  TranscriptionTools,
} from './transcription-engine.ts'

const server = new FakeEngine()
beforeAll(() => server.start())
afterAll(() => server.stop())
beforeEach(() => {
  server.received.length = 0
})

type Kind = TranscriptionEngineConfig['kind']
const kinds: Kind[] = ['whisper-cpp', 'openai', 'assemblyai', 'deepgram']
const callbackSecret = 'canary-callback-secret-of-32-letters'
const callbackUrl = 'https://atelier.example/api/v1/webhooks/x/token-1'
const tools: TranscriptionTools = { fetch: (url, init) => fetch(url, init) }

/** Every byte value, including line breaks and dashes, in chunks. */
const bytes = Buffer.from(Array.from({ length: 1024 }, (_, i) => i % 256))
const audio: LocalAudio = {
  fileName: 'my "talk"\r\n.wav',
  contentType: 'audio/wav',
  sizeBytes: bytes.length,
  async *open() {
    for (let at = 0; at < bytes.length; at += 300) yield bytes.subarray(at, at + 300)
  },
}

function configOf(kind: Kind, more: object = {}): TranscriptionEngineConfig {
  const base = { baseUrl: server.url, apiKey: 'sk-canary', callbackSecret, model: 'm-1', ...more }
  return { kind, ...base } as TranscriptionEngineConfig
}

function direct(kind: 'whisper-cpp' | 'openai', more: object = {}): DirectEngine {
  return createTranscriptionEngine(configOf(kind, more)) as DirectEngine
}

function callingBack(kind: 'assemblyai' | 'deepgram', more: object = {}): CallbackEngine {
  return createTranscriptionEngine(configOf(kind, more)) as CallbackEngine
}

/** The first call of each kind with a local recording. */
function start(
  kind: Kind,
  more: object = {},
  change: Partial<TranscriptionTools> = {},
  source = audio,
) {
  const engine = createTranscriptionEngine(configOf(kind, more))
  const used = { ...tools, ...change }
  const job = { audio: source, languageCode: 'en-US' }
  return engine.callsBack
    ? engine.submit({ ...job, callbackUrl }, used)
    : engine.transcribe(job, used)
}

function first(): Received {
  return server.received[0] as Received
}

/** Compares the form byte for byte, around the random boundary. */
function expectForm(sent: Received, fields: [string, string][]) {
  const boundary = /^multipart\/form-data; boundary=(atelier-[0-9a-f]{40})$/.exec(
    sent.headers['content-type'] ?? '',
  )?.[1]
  expect(boundary).toBeDefined()
  const parts = fields.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="my_talk_.wav"\r\nContent-Type: audio/wav\r\n\r\n`
  const expected = Buffer.concat([
    Buffer.from(parts.join('') + head),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  expect(sent.body.equals(expected)).toBe(true)
  expect(sent.headers['content-length']).toBe(String(expected.length))
  expect(sent.headers['transfer-encoding']).toBeUndefined()
}

function answer(body: unknown, status = 200, headers = {}) {
  server.reply = (_, response) => sendJson(response, status, body, headers)
}

const segments = [
  { start: 0.5, end: 2, text: ' Good evening.' },
  { start: '2.25', end: 4.1, text: ' We begin.' },
]
const words = [
  { word: 'Good', start: 0.5, end: 0.9 },
  { word: 'evening.', start: 0.9, end: 1.8 },
  { word: 'We', start: 2.2, end: 2.5 }, // starts slightly before its segment
  { word: 'begin.', start: 2.5, end: 4.05 },
]
const good = { text: 'Good', start: 500, end: 900 }
const evening = { text: 'evening.', start: 900, end: 1800 }
const we = { text: 'We', start: 2200, end: 2500 }
const begin = { text: 'begin.', start: 2500, end: 4050 }

describe('whisper.cpp', () => {
  test('what is sent, byte by byte, and tokens become words', async () => {
    const token = (word: string, start: number, end: number, probability: number) => ({
      word,
      start,
      end,
      probability,
      t_dtw: -1,
    })
    answer({
      task: 'transcribe',
      language: 'english',
      duration: 5.5,
      text: ' Good evening.\n We begin.\n',
      segments: [
        {
          ...segments[0],
          words: [
            token(' Good', 0.5, 0.9, 0.9),
            token(' even', 0.9, 1.5, 0.8),
            token('ing', 1.5, 1.7, 0.5),
            token('.', 1.7, 1.8, 0.7),
          ],
        },
        {
          ...segments[1],
          words: [token(' We', -0.01, -0.01, 0.9), token(' begin.', 2.5, 4.05, 1)],
        },
      ],
    })
    const engine = direct('whisper-cpp')
    const transcript = await engine.transcribe({ audio, languageCode: 'en-US' }, tools)
    expect(first()).toMatchObject({ method: 'POST', path: '/inference' })
    expectForm(first(), [
      ['response_format', 'verbose_json'],
      ['temperature', '0'],
      ['split_on_word', 'true'],
      ['language', 'en'],
    ])
    expect(transcript).toEqual({
      durationMs: 5500,
      language: 'english',
      phrases: [
        {
          start: 500,
          end: 2000,
          text: 'Good evening.',
          words: [
            { ...good, confidence: 0.9 },
            { ...evening, confidence: 0.5 },
          ],
        },
        { start: 2250, end: 4100, text: 'We begin.', words: [{ ...begin, confidence: 1 }] },
      ],
    })
    await engine.transcribe({ audio }, tools)
    expect(server.received[1]?.body.includes('name="language"\r\n\r\nauto\r\n')).toBe(true)
  })

  test('an error with status 200 is still an error', async () => {
    answer({ error: 'failed to read WAV file' })
    await expect(start('whisper-cpp')).rejects.toMatchObject({
      code: 'engine_refused',
      field: 'audio_url',
      retryable: false,
      message: expect.stringContaining('failed to read WAV file'),
    })
  })
})

describe('OpenAI-compatible', () => {
  test('what is sent, byte by byte', async () => {
    answer({ text: 'Hi.' })
    await direct('openai').transcribe({ audio, languageCode: 'pt-BR' }, tools)
    expect(first()).toMatchObject({ method: 'POST', path: '/v1/audio/transcriptions' })
    expect(first().headers.authorization).toBe('Bearer sk-canary')
    expectForm(first(), [
      ['model', 'm-1'],
      ['response_format', 'verbose_json'],
      ['timestamp_granularities[]', 'word'],
      ['timestamp_granularities[]', 'segment'],
      ['language', 'pt'],
    ])
    await direct('openai').transcribe({ audio }, tools)
    expect(server.received[1]?.body.includes('name="language"')).toBe(false)
  })

  const text = 'Good evening. We begin.'
  const firstPhrase = { start: 500, end: 2000, text: 'Good evening.' }
  const secondPhrase = { start: 2250, end: 4100, text: 'We begin.' }
  test.each<[string, object, Transcript]>([
    [
      'words beside segments',
      { text, language: 'english', duration: '5.5', segments, words },
      {
        durationMs: 5500,
        language: 'english',
        phrases: [
          { ...firstPhrase, words: [good, evening] },
          { ...secondPhrase, words: [we, begin] },
        ],
      },
    ],
    [
      'only segments',
      { text, segments },
      {
        durationMs: 4100,
        phrases: [
          { ...firstPhrase, words: [] },
          { ...secondPhrase, words: [] },
        ],
      },
    ],
    [
      'only words',
      { text, words },
      {
        durationMs: 4050,
        phrases: [
          { start: 500, end: 1800, text: 'Good evening.', words: [good, evening] },
          { start: 2200, end: 4050, text: 'We begin.', words: [we, begin] },
        ],
      },
    ],
    [
      'only a text',
      { text, duration: 5 },
      { durationMs: 5000, phrases: [{ start: 0, end: 5000, text, words: [] }] },
    ],
    [
      'segments and no text of the whole',
      { segments: segments.slice(0, 1) },
      { durationMs: 2000, phrases: [{ ...firstPhrase, words: [] }] },
    ],
    ['silence', { text: '', segments: [], duration: 3 }, { durationMs: 3000, phrases: [] }],
    [
      'things without sense among them',
      { text, segments: [null, 7, { text: 'x' }, { start: 0.5, end: 2 }, ...segments], words: {} },
      {
        durationMs: 4100,
        phrases: [
          { ...firstPhrase, words: [] },
          { ...secondPhrase, words: [] },
        ],
      },
    ],
  ])('answers with %s', async (_, body, transcript) => {
    answer(body)
    expect(await start('openai')).toEqual(transcript)
  })

  test.each([{}, { text: null }, { segments: 'x' }])('%j is not a valid response', async (body) => {
    answer(body)
    await expect(start('openai')).rejects.toMatchObject({ code: 'engine_bad_answer' })
  })
})

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
